package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/rules"
)

// hideUnusedCommands hides the commands and flags below root that have no use in the game of rs, such as those for tasks in a game without
// tasks. Only the help omits them; if called, they report that the game has nothing of the kind.
func hideUnusedCommands(root *cobra.Command, rs *rules.Ruleset) {
	_, hasExperience := rs.Pools.Get(rs.Skill.Currency)
	hasSkills, hasTasks := len(rs.Skills.All) > 0, len(rs.Tasks.All) > 0
	for path, hasUse := range map[string]bool{"task": hasTasks, "try task": hasTasks, "new task": hasTasks || hasSkills, "advance": hasExperience, "character": hasExperience,
		"try skill": hasSkills, "new skill": hasSkills, "import": hasSkills, "try weapon": weaponsError(rs) == nil, "new weapon": len(rs.Items.All) > 0,
		"rest": len(rs.Activities.All) > 0} {
		if cmd, _, err := root.Find(strings.Fields(path)); err == nil {
			cmd.Hidden = !hasUse
		}
	}
	if character, _, err := root.Find([]string{newName, "character"}); err == nil {
		for name, hasUse := range map[string]bool{"skill": hasSkills, "package": len(rs.Packages.All) > 0, "pool": len(rs.SkillPools.All) > 0, "power": len(rs.Generation.PowerNames()) > 0} {
			if flag := character.Flags().Lookup(name); flag != nil {
				flag.Hidden = !hasUse
			}
		}
	}
	if formula, _, err := root.Find([]string{"try", "formula"}); err == nil {
		formula.Flags().Lookup("skill").Hidden = !hasSkills
	}
	if !hasSkills {
		nameStatistics(root)
	}
}

// nameStatistics replaces skills by statistics in the help of cmd and its subcommands, for a game without skills.
func nameStatistics(cmd *cobra.Command) {
	words := strings.NewReplacer("WHO.skills.SKILL", "WHO.stats.STAT", "SKILL", "STAT", "skills with the roll they need, weapons, armour", "items carried and worn",
		"`skill`", "`statistic`", "each character and skill", "each character and statistic", ", what skills\ncost", "",
		`"3 * basis + 4 * rank" --who {who} --skill {skill} --over rank=0..20`, `"3 * {skill}" --who {who} --over {skill}=0..20`,
		"--who, --other and --skill", "--who and --other")
	cmd.Use, cmd.Long, cmd.Example = words.Replace(cmd.Use), words.Replace(cmd.Long), words.Replace(cmd.Example)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = words.Replace(f.Usage) })
	for _, sub := range cmd.Commands() {
		nameStatistics(sub)
	}
}
