package rules

import (
	"strings"

	"hybrid/rules/source"
)

// Stat is a number of an actor: given, or made by a formula.
type Stat struct {
	Head    `yaml:",inline"`
	Typical string      `yaml:"typical"` // the usual range, such as 5-25
	Unit    string      `yaml:"unit"`    // what it is measured in
	Group   string      `yaml:"group"`   // the block it is shown in
	Formula source.Text `yaml:"formula"` // over the statistics before it; without one it is given
	// Optional is one that the sheet shows only of a character whose file says something of it.
	Optional bool `yaml:"optional"`
	formula  *Formula
	least    float64
	most     float64
}

// Given reports whether the stat is written in the character file rather than derived.
func (s *Stat) Given() bool { return s.Formula.Text == "" }

// Shows reports whether a sheet shows a stat.
func (s *Sheet) Shows(stat *Stat) bool { return !stat.Optional || s.said[stat.index] }

func (s *Stat) typical(c *compiler) (least, most float64) {
	low, high, found := strings.Cut(s.Typical, "-")
	least, ok1 := source.Number(low)
	most, ok2 := source.Number(high)
	if s.Typical != "" && (!found || !ok1 || !ok2 || most < least) {
		c.mistake(source.BadValue, s.Pos, "typical of %s is a range like 5-25, found %s", s.Name, s.Typical)
	}
	return least, most
}
