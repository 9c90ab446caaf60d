package gm

import (
	"io/fs"
	"slices"

	"hybrid/rules"
	"hybrid/rules/source"
)

// At is the same campaign as it stands in other files, such as those of an earlier day; shown is how mistakes name
// their folder. Mistakes are source.Mistakes.
func (c *Campaign) At(folder fs.FS, shown string) (*Campaign, error) {
	then := &Campaign{Name: c.Name, folder: folder, prefix: shown, beside: c.beside}
	report, err := then.fill(rules.Load)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		return nil, err
	}
	return then, nil
}

// PackAlone is the campaign without its own tables: the same people, in the game of the pack, with the choices for
// those rulings that the pack has.
func (c *Campaign) PackAlone() (*Campaign, error) {
	alone := *c
	alone.sources, alone.choices = c.sources[:1], map[string]string{}
	base, err := rules.Load(alone.sources, nil)
	if err != nil {
		return nil, err
	}
	for name, choice := range c.choices {
		if _, ok := base.Rulings.Get(name); ok {
			alone.choices[name] = choice
		}
	}
	alone.Rules, err = rules.Load(alone.sources, alone.choices)
	return &alone, err
}

// Written is the campaign's game as it is written, all its layers laid over each other.
func (c *Campaign) Written() (*source.Node, error) { return rules.Written(c.sources, c.choices) }

// Since lists what the entries of the campaign's game say otherwise than those of another state of it, but for where
// rules stand in books.
func (c *Campaign) Since(then *Campaign) ([]source.Change, error) {
	old, err := then.Written()
	if err != nil {
		return nil, err
	}
	now, err := c.Written()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(source.Differences(old, now), func(c source.Change) bool { return c.Path[len(c.Path)-1] == "src" }), nil
}

// Has tells whether there is a character file of this name, or at this path.
func (c *Campaign) Has(name string) bool {
	_, _, err := c.characterFile(name)
	return err == nil
}

// People are all who are the campaign's, by file name in order: its cast, its own character files, and who takes part
// in its encounters.
func (c *Campaign) People() []string {
	names := append(fileNames(c.folder, "characters"), c.cast...)
	for _, e := range c.encounters {
		for _, m := range e.Combatants {
			names = append(names, m.From)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
