package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/campaigns"
	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/tables"
)

// Completions for the shell: names from the campaign, as values of flags and as arguments. A completion is a word, optionally followed by a
// tab and a description. Files are offered only where a path is possible.

// Names of commands that several files use.
const (
	balanceName  = "balance"
	simulateName = "simulate"
)

// registerCompletions adds the completions of flags and arguments to all commands. It does so only if completions are requested, because
// cobra keeps them for the lifetime of the process.
func (p *program) registerCompletions(root *cobra.Command) {
	if !p.completing {
		return
	}
	rs := p.campaign.Rules
	choices := map[string][]string{
		"situation": completions(&rs.Situations, func(s *rules.Situation) *rules.Head { return &s.Head }),
		"related":   p.skillCompletions(),
		"skill":     p.skillCompletions(),
		"pool":      completions(&rs.SkillPools, func(p *rules.SkillPool) *rules.Head { return &p.Head }),
		"package":   completions(&rs.Packages, func(p *rules.Package) *rules.Head { return &p.Head }),
	}
	for _, action := range rs.Actions.All {
		if action.Answers != "" {
			choices["answer"] = append(choices["answer"], action.Name+"\t"+action.Label)
		}
	}
	for flag, list := range choices {
		completeFlag(root, flag, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
	}
	for _, cmd := range root.Commands() {
		if cmd.Name() == simulateName || cmd.Name() == balanceName { // their --with takes characters, not a weapon
			completeFlag(cmd, "with", completePairs(p.campaign.Characters(), func(string) []string { return sidesOf(p.campaign) }))
		}
	}
	p.completeArguments(root)
	for flag, complete := range flagCompletions(p) { // flags that have a completion keep it
		completeFlag(root, flag, complete)
	}
}

// sidesOf returns the sides of a campaign's encounters.
func sidesOf(c *campaign.Campaign) (sides []string) {
	for _, e := range c.Encounters() {
		sides = append(sides, collect.Map(e.Combatants, func(m campaign.Combatant) string { return m.Side })...)
	}
	slices.Sort(sides)
	return slices.Compact(sides)
}

// completePairs returns a function that completes NAME=VALUE on both sides of the equals sign. values returns the possible values for a
// name.
func completePairs(names []string, values func(name string) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (list []string, _ cobra.ShellCompDirective) {
		name, _, hasValue := strings.Cut(typed, "=")
		if !hasValue {
			list = append(list, collect.Map(names, func(name string) string { return name + "=" })...)
			return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
		list = append(list, collect.Map(values(name), func(value string) string { return name + "=" + value })...)
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeFlag adds a completion of flag to cmd and its subcommands, wherever the flag exists and has no completion yet.
func completeFlag(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if cmd.PersistentFlags().Lookup(flag) != nil || cmd.LocalNonPersistentFlags().Lookup(flag) != nil {
		_ = cmd.RegisterFlagCompletionFunc(flag, complete) // an existing one is kept
	}
	for _, sub := range cmd.Commands() {
		completeFlag(sub, flag, complete)
	}
}

// flagCompletions returns the completions of the remaining flags, by flag. Some depend on other words of the line: for a weapon, the
// items that the character carries come first, and NAME=CHOICE is completed on both sides of the equals sign.
func flagCompletions(p *program) map[string]cobra.CompletionFunc {
	rs := p.campaign.Rules
	who, sides := p.campaign.Characters(), sidesOf(p.campaign)
	for _, e := range p.campaign.Encounters() {
		who = append(who, collect.Map(e.Combatants, func(m campaign.Combatant) string { return m.Key })...)
	}
	choicesOf := func(name string) []string {
		if ruling, ok := rs.Rulings.Get(name); ok {
			return ruling.Choices.Words()
		}
		return nil
	}
	numbers := func(string) []string { return nil } // numbers can't be completed
	weapons := func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		list := completions(&rs.Items, func(i *rules.Item) *rules.Head { return &i.Head })
		return p.sortOwnFirst(list, args, func(sheet *rules.Sheet, name string) int {
			return slices.IndexFunc(sheet.Items, func(i *rules.Item) bool { return i.Name == name })
		}), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	return map[string]cobra.CompletionFunc{
		"weapon":  weapons,
		"with":    weapons,
		"gear":    cobra.FixedCompletions(completions(&rs.Items, func(i *rules.Item) *rules.Head { return &i.Head }), cobra.ShellCompDirectiveNoFileComp),
		"wears":   completeListOf(append(rs.Items.Names(), "all")),
		"ruling":  completePairs(rs.RulingsWithChoices(), choicesOf),
		"tactic":  completePairs(slices.Compact(append(slices.Clone(sides), who...)), func(string) []string { return rs.Tactics.Names() }),
		"skill":   completePairs(rs.Skills.Names(), numbers),
		"stat":    completePairs(rs.Stats.Names(), numbers),
		"left":    completePairs(rs.Pools.Names(), numbers),
		"for":     completeOneOf(sides),
		"seat":    completeOneOf(append(p.campaign.Characters(), "table")),
		"theme":   completeOneOf([]string{"dark", "light", "safe", "mono"}),
		"kind":    completeOneOf(p.characterKinds()),
		"power":   completeOneOf(rs.Generation.PowerNames()),
		"pack":    completeOneOf(campaign.Folders(tables.Files)),
		"format":  completeOneOf(mistakeFormats()),
		"against": completeOneOf([]string{"pack"}),
		"campaign": func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeCampaign(cmd, nil, typed)
		},
		"vary": func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return p.completeNumberPath(slices.Compact(append(slices.Clone(sides), who...)), typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
		"state":  cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		"layout": cobra.FixedCompletions([]string{"yaml"}, cobra.ShellCompDirectiveFilterFileExt),
		// any text, for which the shell shouldn't offer files:
		"words":  completeOneOf(nil),
		"as":     completeOneOf(nil),
		"player": completeOneOf(nil),
		"note":   completeOneOf(nil),
	}
}

// completeCampaign completes the name of a built-in campaign, or the path of a campaign's folder, as the only argument.
func completeCampaign(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return campaign.Folders(campaigns.Files), cobra.ShellCompDirectiveDefault
}

// completeOneOf returns a function that completes one word of list, and no files.
func completeOneOf(list []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
}

// completeListOf returns a function that completes words of list, separated by commas.
func completeListOf(list []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (whole []string, _ cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		whole = collect.Map(list, func(word string) string { return before + word })
		return whole, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// characterKinds returns the kinds that the campaign's character files use, such as pc, sorted.
func (p *program) characterKinds() (list []string) {
	for _, name := range p.campaign.Characters() {
		if sheet, _, err := p.campaign.Character(name); err == nil && sheet.Person.Kind != "" {
			list = append(list, sheet.Person.Kind)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// completeArguments adds completions to the arguments of commands that have none of their own. A command whose argument is a new name gets
// an empty list, so that the shell doesn't offer files.
func (p *program) completeArguments(root *cobra.Command) {
	rs := p.campaign.Rules
	evenings := func(s *gm.Session) (list []string) {
		return collect.Map(s.Evenings(), func(e gm.Evening) string { return fmt.Sprintf("%d\t%s", e.Number, e.Day()) })
	}
	ladders := []string{} // scales of difficulty that suit the pack's usual check
	if check, ok := rs.Checks.Get(rs.Pack.Check); ok {
		for _, ladder := range rs.Ladders.All {
			if rs.WithLadder(check, ladder) != nil {
				ladders = append(ladders, ladder.Name+"\t"+ladder.Label)
			}
		}
	}
	items := completions(&rs.Items, func(i *rules.Item) *rules.Head { return &i.Head })
	complete := map[string]cobra.CompletionFunc{
		"try ladder":      completeFirst(func() []string { return ladders }),
		"try weapon":      completeOneOf(items),
		"try formula":     completeOneOf(nil),
		"try changes":     completeOneOf(p.campaign.Characters()),
		"session show":    completeFirst(func() []string { return p.valuesOfSession(evenings) }),
		"session reveal":  completeOneOf(nil),
		"session stats":   completeFirst(p.campaign.Characters),
		"session restore": completeFirst(p.backupNames),
		"roll":            completeOneOf(nil),
		"schema":          cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		"simulate merge":  cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	for _, name := range []string{"adversaries", "campaign", "character", "encounter", "game", "skill", "table", "task", "weapon"} {
		complete["new "+name] = completeOneOf(nil)
	}
	for path, completion := range complete {
		if cmd, rest, err := root.Find(strings.Fields(path)); err == nil && len(rest) == 0 {
			cmd.ValidArgsFunction = completion
		}
	}
	if cmd, _, err := root.Find([]string{"new", "adversaries"}); err == nil {
		_ = cmd.RegisterFlagCompletionFunc("like", completeOneOf(p.campaign.Characters()))
	}
	if cmd, _, err := root.Find([]string{"new", "weapon"}); err == nil {
		_ = cmd.RegisterFlagCompletionFunc("like", completeOneOf(items))
	}
}

// completeFirst returns a function that completes only the first argument, with the words that list returns.
func completeFirst(list func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return list(), cobra.ShellCompDirectiveNoFileComp
	}
}

// valuesOfSession returns the result of values for the campaign's saved session, or nil if there is none.
func (p *program) valuesOfSession(values func(*gm.Session) []string) (list []string) {
	if dir, err := p.stateDir(); err == nil && gm.HasSession(dir, p.campaign) {
		_ = p.withReadOnlySession(func(s *gm.Session) error {
			list = values(s)
			return nil
		})
	}
	return list
}

// backupNames returns the file names of the session's backups.
func (p *program) backupNames() (list []string) {
	dir, err := p.stateDir()
	if err != nil {
		return nil
	}
	return collect.Map(gm.ListCopies(gm.SessionPath(dir, p.campaign)), func(c gm.Copy) string { return filepath.Base(c.Path) + "\t" + c.Kind })
}

// completePeople adds completions to the given flags of cmd, whose values are characters.
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

// completions returns the names of the entries in a set, each with a tab and its label. head returns the head of an entry.
func completions[T any](set *rules.Set[T], head func(T) *rules.Head) []string {
	return collect.Map(set.All, func(entry T) string { return head(entry).Name + "\t" + head(entry).Label })
}

// sortOwnFirst sorts completions of names so that those on the sheet of the character with the name args[0] come first, in the order of the
// sheet. indexOn returns the index of a name on the sheet, or -1 if the character lacks it.
func (p *program) sortOwnFirst(list, args []string, indexOn func(*rules.Sheet, string) int) []string {
	if len(args) == 0 {
		return list
	}
	sheet, _, err := p.campaign.Character(args[0])
	if err != nil {
		return list
	}
	rank := func(text string) uint {
		name, _, _ := strings.Cut(text, "\t")
		return uint(indexOn(sheet, name)) // -1 becomes the largest number
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

// completeSkills returns a function that completes a character, then a skill or one of stats. The character's own skills come first.
func (p *program) completeSkills(stats []rules.Learnable) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 1 {
			return p.completeWho(1, nil)(cmd, args, typed)
		}
		list := p.sortOwnFirst(p.skillCompletions(), args, func(sheet *rules.Sheet, name string) int {
			return slices.IndexFunc(sheet.Skills, func(s *rules.Skill) bool { return s.Name == name })
		})
		list = append(list, collect.Map(stats, func(stat rules.Learnable) string { return stat.Name() + "\t" + stat.Label() })...)
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// completeNumberPath returns the completions of typed, the beginning of a path to a number in a character's file: WHO.SECTION.NAME=. It
// completes one part at a time.
func (p *program) completeNumberPath(who []string, typed string) (list []string) {
	rs := p.campaign.Rules
	parts := strings.Split(typed, ".")
	switch len(parts) { // the number of the part that is being typed
	case 1:
		list = append(list, collect.Map(who, func(name string) string { return name + "." })...)
	case 2:
		list = append(list, collect.Map([]string{"skills.", "stats.", "pools_now.", "gear="}, func(section string) string { return parts[0] + "." + section })...)
	case 3:
		names := map[string][]string{"skills": rs.Skills.Names(), "stats": rs.Stats.Names(), "pools_now": rs.Pools.Names()}[parts[1]]
		list = append(list, collect.Map(names, func(name string) string { return parts[0] + "." + parts[1] + "." + name + "=" })...)
	}
	return list
}

// completeWho returns a function that completes the given number of characters, then one of the words that next returns. next can be nil.
func (p *program) completeWho(people int, next func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(args) < people:
			return p.campaign.Characters(), cobra.ShellCompDirectiveDefault
		case next != nil && len(args) == people:
			return next(), cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

// skillCompletions returns the names of skills with their labels.
func (p *program) skillCompletions() []string {
	return completions(&p.campaign.Rules.Skills, func(s *rules.Skill) *rules.Head { return &s.Head })
}

// taskCompletions returns the names of tasks with their labels.
func (p *program) taskCompletions() []string {
	return completions(&p.campaign.Rules.Tasks, func(t *rules.Task) *rules.Head { return &t.Head })
}
