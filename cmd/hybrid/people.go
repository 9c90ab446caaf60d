package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/rules"
	"hybrid/rules/source"
)

// scene returns a state with these characters and nothing else, outside any encounter.
func (p *program) scene(names ...string) (*rules.State, error) {
	s := &rules.State{}
	for _, name := range names {
		sheet, own, err := p.findCharacter(name)
		if err != nil {
			return nil, err
		}
		key := sheet.Key
		for n := 2; s.Find(key) != nil; n++ {
			key = fmt.Sprintf("%s_%d", sheet.Key, n)
		}
		actor := p.campaign.Rules.NewActor(key, sheet)
		actor.Name = cmp.Or(own, actor.Name)
		s.Actors = append(s.Actors, actor)
	}
	return s, nil
}

// findCharacter finds a sheet by the path of a file, the name of a character of the campaign, or that of a combatant of an
// encounter. Own is what the encounter calls the combatant.
func (p *program) findCharacter(name string) (sheet *rules.Sheet, own string, err error) {
	if err := readable(name); err != nil {
		return nil, "", err
	}
	sheet, _, err = p.campaign.Character(name)
	if err == nil {
		return sheet, "", nil
	}
	for _, encounter := range p.campaign.Encounters() {
		for _, one := range encounter.Combatants {
			if one.Key != name && !strings.EqualFold(one.Name, name) {
				continue
			}
			sheet, _, err := p.campaign.Character(one.From)
			return sheet, one.Name, err
		}
	}
	return nil, "", err
}

// itemNamed finds an item of the game by its name.
func (p *program) itemNamed(text string) (*rules.Item, error) {
	items := &p.campaign.Rules.Items
	item, ok := items.Get(nameOf(text))
	if !ok {
		return nil, fmt.Errorf("no item is called %s%s", text, source.Suggest(nameOf(text), items.Names()))
	}
	return item, nil
}

// readable returns what is wrong with the path of a character file; a name without folder or ending is no path.
func readable(name string) error {
	if !strings.HasSuffix(name, ".yaml") && !strings.ContainsAny(name, `/\`) {
		return nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, withoutPath(err))
	}
	if info.IsDir() {
		return fmt.Errorf("%s is a folder; name a character file in it", name)
	}
	return nil
}

// registerCompletions adds what may be typed where flags want a name, if that is what is asked for: cobra keeps it as long as the
// process lives.
func (p *program) registerCompletions(root *cobra.Command) {
	if !p.completing {
		return
	}
	rs := p.campaign.Rules
	choices := map[string][]string{
		"weapon":    completions(&rs.Items, func(i *rules.Item) *rules.Head { return &i.Head }),
		"with":      completions(&rs.Items, func(i *rules.Item) *rules.Head { return &i.Head }),
		"situation": completions(&rs.Situations, func(s *rules.Situation) *rules.Head { return &s.Head }),
		"related":   p.skillCompletions(),
		"package":   completions(&rs.Packages, func(p *rules.Package) *rules.Head { return &p.Head }),
		"ruling":    completions(&rs.Rulings, func(r *rules.Ruling) *rules.Head { return &r.Head }),
	}
	for _, action := range rs.Actions.All {
		if action.Answers != "" {
			choices["answer"] = append(choices["answer"], action.Name+"\t"+action.Label)
		}
	}
	for _, cmd := range append(root.Commands(), root) {
		for flag, list := range choices {
			if cmd.LocalNonPersistentFlags().Lookup(flag) == nil && cmd != root {
				continue
			}
			_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// completePeople completes flags that take a character.
func (p *program) completePeople(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		if !p.completing {
			return
		}
		_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return p.campaign.Characters(), cobra.ShellCompDirectiveDefault
		})
	}
}

// completions returns the names of a set with their labels, as a shell wants them.
func completions[T any](set *rules.Set[T], head func(T) *rules.Head) []string {
	list := make([]string, len(set.All))
	for i, entry := range set.All {
		list[i] = head(entry).Name + "\t" + head(entry).Label
	}
	return list
}

// completeWho completes that many characters, then one of a list.
func (p *program) completeWho(people int, then func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(args) < people:
			return p.campaign.Characters(), cobra.ShellCompDirectiveDefault
		case then != nil && len(args) == people:
			return then(), cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

func (p *program) skillCompletions() []string {
	return completions(&p.campaign.Rules.Skills, func(s *rules.Skill) *rules.Head { return &s.Head })
}

func (p *program) taskCompletions() []string {
	return completions(&p.campaign.Rules.Tasks, func(t *rules.Task) *rules.Head { return &t.Head })
}
