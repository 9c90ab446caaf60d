package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/rules"
)

// hideUnplayed leaves commands and flags out of the help for which the game has nothing; called all the same, they say so.
func hideUnplayed(root *cobra.Command, rs *rules.Ruleset) {
	_, earned := rs.Pools.Get(rs.Skill.Currency)
	skills, tasks := len(rs.Skills.All) > 0, len(rs.Tasks.All) > 0
	for path, played := range map[string]bool{"task": tasks, "try task": tasks, "new task": tasks || skills, "advance": earned, "character": earned,
		"try skill": skills, "new skill": skills, "import": skills, "try weapon": noWeapons(rs) == nil, "new weapon": len(rs.Items.All) > 0,
		"rest": len(rs.Activities.All) > 0} {
		if cmd, _, err := root.Find(strings.Fields(path)); err == nil {
			cmd.Hidden = !played
		}
	}
	if character, _, err := root.Find([]string{newName, "character"}); err == nil {
		for name, played := range map[string]bool{"skill": skills, "package": len(rs.Packages.All) > 0, "power": len(rs.Generation.PowerNames()) > 0} {
			if flag := character.Flags().Lookup(name); flag != nil {
				flag.Hidden = !played
			}
		}
	}
	shorten(root, "try", "See what ", " comes to", "a ladder", "a skill", "a weapon", "a table", "a task", "a formula", "a change")
	shorten(root, newName, "Begin ", "", "a campaign", "a character", "an encounter", "a skill", "a task", "a table", "a weapon")
	if formula, _, err := root.Find([]string{"try", "formula"}); err == nil {
		formula.Flags().Lookup("skill").Hidden = !skills
	}
	if !skills {
		byStatistic(root)
	}
}

// shorten says of a command in one line which of its subcommands the game has something for.
func shorten(root *cobra.Command, of, head, tail string, kinds ...string) {
	above, _, err := root.Find([]string{of})
	if err != nil {
		return
	}
	kinds = slices.DeleteFunc(kinds, func(kind string) bool {
		_, name, _ := strings.Cut(kind, " ")
		cmd, _, err := above.Find([]string{name})
		return err == nil && cmd.Hidden
	})
	last := len(kinds) - 1
	above.Short = head + strings.Join(kinds[:last], ", ") + " or " + kinds[last] + tail
}

// byStatistic lets the help speak of statistics, in a game in which nothing else is checked.
func byStatistic(cmd *cobra.Command) {
	words := strings.NewReplacer("WHO.skills.SKILL", "WHO.stats.STAT", "SKILL", "STAT", "skills with what the die must show, weapons, armour", "what is carried and worn",
		"`skill`", "`statistic`", "by skill", "by statistic", ", what skills\ncost", "",
		`"3 * basis + 4 * rank" --who {who} --skill {skill} --over rank=0..20`, `"3 * {skill}" --who {who} --over {skill}=0..20`,
		"--who, --other and --skill", "--who and --other")
	cmd.Use, cmd.Long, cmd.Example = words.Replace(cmd.Use), words.Replace(cmd.Long), words.Replace(cmd.Example)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = words.Replace(f.Usage) })
	for _, below := range cmd.Commands() {
		byStatistic(below)
	}
}
