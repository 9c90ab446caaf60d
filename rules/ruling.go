package rules

import (
	"hybrid/rules/source"
)

// Ruling is a setting: how a rule that can be read two ways is read. A choice may lay a layer over the pack.
type Ruling struct {
	Head    `yaml:",inline"`
	Text    string       `yaml:"text"`
	Choice  source.Text  `yaml:"choice"`
	Choices *source.Node `yaml:"choices"`
}
