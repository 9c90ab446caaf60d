package campaign

import (
	"slices"

	"hybrid/rules"
	"hybrid/rules/layer"
	"hybrid/tables"
)

// CampaignFields returns a value of the type into which a campaign.yaml is decoded. The JSON Schema of the file, and the help on its keys,
// are derived from the type's fields.
func CampaignFields() any { return campaignFile{} }

// EncounterFields returns a value of the type into which an encounter file is decoded, for the same purpose as CampaignFields.
func EncounterFields() any { return encounterFile{} }

// Vocabulary returns all names of the campaign's game and characters, by kind. A kind, such as items, is the value of the tag `of`, `names`
// or `open` of a field in a YAML type.
func (c *Campaign) Vocabulary() map[string][]string {
	words := c.Rules.Vocabulary()
	if root, err := c.ReadMerged(); c.partial && err == nil { // the game lacks entries with mistakes, but they have names, too
		for _, section := range root.Entries() {
			if names, known := words[section.Key]; known {
				names = append(slices.Clone(names), section.Value.Keys()...)
				slices.Sort(names)
				words[section.Key] = slices.Compact(names)
			}
		}
	}
	words["characters"], words["takeable"], words["encounters"] = c.Characters(), layer.SelectableSections(), fileNames(c.folder, "encounters")
	words["packs"] = Folders(tables.Files)
	if root, err := layer.ReadMerged(c.sources[:c.packs], nil); err == nil {
		for _, section := range words["takeable"] {
			words["takeable."+section] = layer.SelectableWords(root.Get(section))
		}
	}
	return words
}

// PackEntries lists the names of the entries in the campaign's packs, which are below its own tables, by section. It returns nil if the
// packs can't be read.
func (c *Campaign) PackEntries() map[string][]string {
	below := map[string][]string{}
	root, err := layer.ReadMerged(c.sources[:c.packs], nil)
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
