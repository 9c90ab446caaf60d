package campaign

import (
	"path/filepath"

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
	words["characters"], words["takeable"] = c.Characters(), rules.Takeable()
	return words
}

// Below lists by section the entries of the campaign's packs, which its own tables are laid over.
func (c *Campaign) Below() map[string][]string {
	below := map[string][]string{}
	root, err := rules.Written(c.sources[:c.packs], nil)
	if err != nil {
		return nil
	}
	for _, section := range root.Entries() {
		below[section.Key] = section.Value.Keys()
	}
	for _, name := range rules.Sections() {
		if _, known := below[name]; !known {
			below[name] = nil
		}
	}
	return below
}

// With is the campaign with one more layer over its game. Mistakes are source.Mistakes.
func (c *Campaign) With(layer rules.Layer) (*Campaign, error) {
	more := *c
	more.sources = append(c.sources[:len(c.sources):len(c.sources)], layer)
	var err error
	more.Rules, err = rules.Load(more.sources, c.choices)
	return &more, err
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

// Folder is the one path of the campaign's folder, whatever links lead to it; empty for one that comes along.
func (c *Campaign) Folder() string {
	if c.home == "" {
		return ""
	}
	path, err := filepath.Abs(c.home)
	if err != nil {
		return c.home
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
