package main

import (
	"github.com/spf13/cobra"

	"hybrid/rules"
)

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
