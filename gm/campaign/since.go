package campaign

import (
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/layer"
	"hybrid/rules/source"
)

// Comparison of a campaign with another state of it: of an earlier day, of another version, or of its pack alone. The game of a campaign is
// read from layers: its packs, and its own tables on top of them.

// ReadFrom returns the same campaign read from another folder, such as its state of an earlier day. display is the folder's name in error
// messages. Mistakes are returned as source.Mistakes.
func (c *Campaign) ReadFrom(folder fs.FS, display string) (*Campaign, error) {
	other := &Campaign{Name: c.Name, folder: folder, prefix: display, overrides: c.overrides, portraits: &sync.Map{}}
	report, err := other.readFiles(loadRules)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		return nil, err
	}
	return other, nil
}

// PackAlone returns the campaign without its own tables: the same characters in the game of the pack, with the choices for rulings that
// exist in the pack.
func (c *Campaign) PackAlone() (*Campaign, error) {
	packOnly := *c
	packOnly.sources, packOnly.choices = c.sources[:c.packs], map[string]string{}
	base, err := loadRules(packOnly.sources, nil) // to see which rulings exist
	if err != nil {
		return nil, err
	}
	for name, choice := range c.choices {
		if _, ok := base.Rulings.Get(name); ok {
			packOnly.choices[name] = choice
		}
	}
	rs, err := loadRules(packOnly.sources, packOnly.choices)
	setPlayedGame(&packOnly, rs)
	return &packOnly, err
}

// ReadMerged returns the campaign's game as a YAML tree, with all layers merged and its choices for rulings applied.
func (c *Campaign) ReadMerged() (*source.Node, error) { return layer.ReadMerged(c.sources, c.choices) }

// ChangesSince lists the changes of the campaign's game since an earlier state, except those of references to the rule book (`src`).
func (c *Campaign) ChangesSince(earlier *Campaign) ([]source.Change, error) {
	old, err := earlier.ReadMerged()
	if err != nil {
		return nil, err
	}
	now, err := c.ReadMerged()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(source.Differences(old, now), func(c source.Change) bool { return c.Path[len(c.Path)-1] == "src" }), nil
}

// HasCharacter reports whether there is a character file with this name or path.
func (c *Campaign) HasCharacter(name string) bool {
	_, _, err := c.characterFile(name)
	return err == nil
}

// People returns the names of the campaign's characters, sorted: its cast, its character files, and the combatants of its encounters.
func (c *Campaign) People() []string {
	names := append(fileNames(c.folder, "characters"), c.cast...)
	for _, e := range c.encounters {
		names = append(names, collect.Map(e.Combatants, func(m Combatant) string { return m.From })...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// equals reports whether e and o are the same encounter. Ends are compared separately, since compiled formulas are never deeply equal.
func (e *Encounter) equals(o *Encounter) bool {
	a, b := *e, *o
	a.Ends, b.Ends = nil, nil
	return reflect.DeepEqual(a, b) && slices.EqualFunc(e.Ends, o.Ends, (*rules.End).Equal)
}

// DescribeChanges describes in one line the changes from c to now, a later state of the campaign; "" if there are none.
func (c *Campaign) DescribeChanges(now *Campaign) string {
	list := slices.Concat(entryChanges(c.layerTexts(), now.layerTexts()), c.rulingChanges(now), c.encounterChanges(now))
	if !slices.Equal(c.cast, now.cast) {
		list = append(list, "the cast changed")
	}
	if c.Label != now.Label || c.Notes != now.Notes {
		list = append(list, "campaign.yaml changed")
	}
	const maximum = 4
	if more := len(list) - maximum; more > 0 {
		list = append(list[:maximum], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}

// entryChanges describes the entries of the rules that differ between an old and the current state.
func entryChanges(old, current entryTexts) (list []string) {
	for _, name := range current.names {
		switch text, known := old.texts[name]; {
		case !known:
			list = append(list, name+" is new")
		case text != current.texts[name]:
			list = append(list, name+" changed")
		}
	}
	for _, name := range old.names {
		if _, exists := current.texts[name]; !exists {
			list = append(list, name+" was removed")
		}
	}
	return list
}

// rulingChanges describes the rulings whose choices differ between c and now.
func (c *Campaign) rulingChanges(now *Campaign) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(now.choices)) {
		if choice := now.choices[name]; c.choices[name] != choice {
			list = append(list, "ruling "+name+" is "+choice)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.choices)) {
		if _, exists := now.choices[name]; !exists {
			list = append(list, "ruling "+name+" is back to the pack's version")
		}
	}
	return list
}

// encounterChanges describes the encounters that differ between c and now.
func (c *Campaign) encounterChanges(now *Campaign) (list []string) {
	for _, e := range now.encounters {
		if earlier, ok := c.Encounter(e.Name); !ok {
			list = append(list, "encounter "+e.Name+" is new")
		} else if !earlier.equals(e) {
			list = append(list, "encounter "+e.Name+" changed")
		}
	}
	for _, e := range c.encounters {
		if _, exists := now.Encounter(e.Name); !exists {
			list = append(list, "encounter "+e.Name+" was removed")
		}
	}
	return list
}

// entryTexts holds the content of a game's entries as text, to find the changed ones.
type entryTexts struct {
	names []string          // paths of the entries, SECTION.NAME, in the order in which they first occur
	texts map[string]string // content of each entry in all layers, by SECTION.NAME
}

// layerTexts returns the content of each entry in the campaign's layers.
func (c *Campaign) layerTexts() entryTexts {
	all := entryTexts{texts: map[string]string{}}
	for _, layer := range c.sources {
		for _, file := range layer.Files {
			root := source.Parse(file.Name, file.Data, &source.Report{})
			if root == nil {
				continue
			}
			for _, section := range root.Fields {
				for _, entry := range section.Value.Fields {
					name := section.Key + "." + entry.Key
					if _, isKnown := all.texts[name]; !isKnown {
						all.names = append(all.names, name)
					}
					all.texts[name] += nodeContent(entry.Value) + "\n"
				}
			}
		}
	}
	return all
}

// nodeContent returns the content of a node as text, regardless of its position, its style and its comments. Equal contents have equal
// texts.
func nodeContent(n *source.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d%q", n.Kind, n.Text)
	for _, item := range n.Items {
		b.WriteString("[" + nodeContent(item) + "]")
	}
	for _, field := range n.Fields {
		b.WriteString("{" + field.Key + ":" + nodeContent(field.Value) + "}")
	}
	return b.String()
}
