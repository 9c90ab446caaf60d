package gm

import (
	"hybrid/rules"
	"hybrid/rules/source"
)

// CampaignFile is what a campaign.yaml is decoded into. It is for the schemas, which are made of the types that the
// program loads.
func CampaignFile() any { return campaignFile{} }

// EncounterFile is what an encounter file is decoded into.
func EncounterFile() any { return encounterFile{} }

// Vocabulary is every name of the campaign's game, and of its characters, by the word that the fields of files use for
// what they take.
func (c *Campaign) Vocabulary() map[string][]string {
	words := c.Rules.Vocabulary()
	words["characters"] = c.Characters()
	return words
}

// Home is the folder that the campaign's files are in; empty for one that comes along with the program.
func (c *Campaign) Home() string { return c.home }

// VetLayer loads the campaign's game with one more file over it. Mistakes are source.Mistakes.
func (c *Campaign) VetLayer(file source.File) (source.Mistakes, error) {
	layers := append(c.sources[:len(c.sources):len(c.sources)], rules.Layer{Name: file.Name, Files: []source.File{file}})
	_, warnings, err := rules.Vet(layers, c.choices)
	return warnings, err
}

// Pack is the name of the pack that the campaign is played with.
func (c *Campaign) Pack() string { return c.sources[0].Name }
