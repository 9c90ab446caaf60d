package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/source"
)

const newName = "new"

func newCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   newName,
		Short: "Begin a campaign, a character, an encounter, a skill, a task, a table or a weapon",
		Long: "Write a commented file to begin with, in the right place of the campaign: that of --campaign, or the one in this folder.\n" +
			"What is there already is never overwritten.",
		RunE: wantSubcommand,
	}
	cmd.AddCommand(newCampaignCommand(p), newCharacterCommand(p), newAdversariesCommand(p), newEncounterCommand(p), newEntryCommand(p, "skill", "skills", skillText),
		newEntryCommand(p, "task", "tasks", taskText), newEntryCommand(p, "table", "tables", tableText), newWeaponCommand(p))
	return cmd
}

// nameAndLabel returns the name of an entry and its label, given either.
func nameAndLabel(typed string) (name, label string, err error) {
	name = campaign.FileName(typed)
	if name == "" {
		return "", "", fmt.Errorf("%q has no letter from a to z that a file could be called by", typed)
	}
	if typed != name {
		return name, strings.TrimSpace(typed), nil
	}
	return name, rules.Words(name), nil
}

// ownCampaign is the campaign that new files belong to: the one of --campaign, or the one in this folder.
func (p *program) ownCampaign() (*campaign.Campaign, error) {
	if p.campaign.Home() == "" {
		return nil, fmt.Errorf("campaign %s comes along with the program and cannot be added to; begin your own with `hybrid new campaign NAME`, and name it with --campaign or work in its folder", p.campaign.Name)
	}
	return p.campaign, nil
}

// editorLine is the comment by which editors find the schema of a file so many folders below the campaign's.
func editorLine(kind string, below int) string {
	return "# yaml-language-server: $schema=" + strings.Repeat("../", below) + schemaFolder + "/" + kind + ".json\n"
}

// writeMade lists which files were written, after bringing the campaign's schemas up to date.
func writeMade(p *program, home string, files ...string) error {
	c, err := openCampaign(home, nil)
	var remain source.Mistakes
	if err != nil && !errors.As(err, &remain) {
		return fmt.Errorf("%s was written, but the campaign cannot be opened: %w", strings.Join(files, ", "), err)
	}
	if c != nil {
		if _, err := writeSchemas(c, filepath.Join(home, schemaFolder)); err != nil {
			return err
		}
	}
	if len(remain) > 0 {
		p.note("%s in the campaign:", counted(len(remain), "mistake remains", "mistakes remain"))
		for _, m := range remain {
			writeMistake(newTextWriter(p.stderr), m, nil)
		}
	}
	return listFiles(p, files)
}

// listFiles lists files that were written.
func listFiles(p *program, files []string) error {
	if p.flags.json {
		return p.writeJSON(object{{"files", files}})
	}
	w := p.textWriter()
	for _, name := range files {
		w.line("%s", name)
	}
	return w.err
}

func newCampaignCommand(p *program) *cobra.Command {
	var pack string
	cmd := &cobra.Command{
		Use:   "campaign NAME",
		Short: "Begin a campaign: a folder with its file, an encounter and schemas for editors",
		Args:  wantArgs("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			home := args[0]
			_, label, err := nameAndLabel(filepath.Base(home))
			if err != nil {
				return err
			}
			if filepath.Base(home) == home {
				home = campaign.FileName(home)
			}
			file, scene := filepath.Join(home, "campaign.yaml"), filepath.Join(home, "encounters", "first.yaml")
			if err := createFile(file, campaignText(label, pack)); err != nil {
				return err
			}
			if err := createFile(scene, editorLine("encounter", 1)+sceneText("The first evening", "", "")); err != nil {
				return err
			}
			return writeMade(p, home, file, scene)
		},
	}
	cmd.Flags().StringVar(&pack, "pack", p.packName(), "the `pack` it is played with")
	return cmd
}

func (p *program) packName() string {
	if p.campaign == nil {
		return ""
	}
	return p.campaign.Pack()
}

func campaignText(label, pack string) string {
	return editorLine("campaign", 0) + `# A campaign. Beside this file may stand, each made by a command:
#   characters/NAME.yaml   hybrid new character NAME      hybrid new adversaries 6 --like NAME
#   encounters/NAME.yaml   hybrid new encounter NAME
#   tables/NAME.yaml       hybrid new skill NAME          hybrid new weapon, task, table NAME
# hybrid vet shows every mistake; hybrid vet --origins what your tables change.
campaign:
  label: ` + campaign.QuoteScalar(label) + `
  pack: ` + pack + ` # what tables/ is laid over
  notes: What it is about.
cast: [] # the characters that belong to it, by file name
rulings: {} # your own choices where a rule can be read two ways: hybrid help rulings
`
}

func newEncounterCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "encounter NAME…",
		Short: "Begin an encounter, with the campaign's cast in it",
		Args:  wantArgs("NAME…"),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := p.ownCampaign()
			if err != nil {
				return err
			}
			name, label, err := nameAndLabel(strings.Join(args, " "))
			if err != nil {
				return err
			}
			file := filepath.Join(c.Home(), "encounters", name+".yaml")
			text := editorLine("encounter", 1) + sceneText(label, situationList(c.Rules), combatants(c, tacticList(c.Rules)))
			if _, err := c.ReadEncounter(file, []byte(text)); err != nil {
				return err
			}
			if err := createFile(file, text); err != nil {
				return err
			}
			return writeMade(p, c.Home(), file)
		},
	}
}

// castExample shows how combatants are written.
const castExample = "#  ada: {side: heroes}                        the character file characters/ada.yaml\n" +
	"#  sentry_1: {side: watch, from: sentry, name: Scar}   several of one file\n"

func sceneText(label, situations, people string) string {
	if people == "" {
		people = "combatants: {}\n" + castExample
	}
	return `encounter:
  label: ` + campaign.QuoteScalar(label) + `
  read: >-
    What is read aloud when it begins.
  notes: >-
    What only the game master knows: light, ground, who stands where.
  situations: [] # what holds for everybody` + situations + "\n" + people
}

// situationList lists some situations that hold for a scene as a whole: those that belong to a group.
func situationList(rs *rules.Ruleset) string {
	var names []string
	for _, situation := range rs.Situations.All {
		if situation.Group != "" && situation.Ask == nil {
			names = append(names, situation.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	const most = 8
	return ", such as " + strings.Join(names[:min(most, len(names))], ", ")
}

// combatants puts the cast on two sides: the players' characters, and the others.
func combatants(c *campaign.Campaign, tactics string) string {
	var b strings.Builder
	for _, name := range c.Cast() {
		sheet, _, err := c.Character(name)
		if err != nil {
			continue
		}
		side := "others"
		if sheet.Person.Player != "" {
			side = "heroes"
		}
		fmt.Fprintf(&b, "  %s: {side: %s} # %s\n", name, side, sheet.Person.Name)
	}
	if b.Len() == 0 {
		return "combatants: {}\n" + castExample + tactics
	}
	return "combatants: # take out who is not there; `from: FILE` for several of one file, `name:` for what one is called here\n" + tactics + b.String()
}

// tacticList lists the tactics of combatants without a player.
func tacticList(rs *rules.Ruleset) string {
	names := rs.Tactics.Names()
	if len(names) == 0 {
		return ""
	}
	usual := ""
	if rs.Pack.Tactic != "" {
		usual = "; " + rs.Pack.Tactic + " without it"
	}
	return "#  `tactic: " + names[0] + "` for how one fights in `hybrid simulate`: " + strings.Join(names, ", ") + usual + "\n"
}

// newEntryCommand begins a file of tables/ with one entry of a section.
func newEntryCommand(p *program, what, section string, write func(rs *rules.Ruleset, name, label string) string) *cobra.Command {
	return &cobra.Command{
		Use:   what + " NAME…",
		Short: "Begin a " + what + " of the campaign's own",
		Args:  wantArgs("NAME…"),
		RunE: func(_ *cobra.Command, args []string) error {
			return writeNewEntry(p, what, section, strings.Join(args, " "), write)
		},
	}
}

func writeNewEntry(p *program, what, section, typed string, write func(rs *rules.Ruleset, name, label string) string) error {
	c, err := p.ownCampaign()
	if err != nil {
		return err
	}
	name, label, err := nameAndLabel(typed)
	if err != nil {
		return err
	}
	list, err := campaign.Origins(c.Home(), nil)
	if mistakes := (source.Mistakes)(nil); err != nil && !errors.As(err, &mistakes) {
		return err
	}
	for _, origin := range list {
		if origin.Section == section && origin.Name == name && !origin.Gone {
			return fmt.Errorf("%s %s is there already, at %s; to change it, say only what differs in a file of tables/", what, name, origin.Pos)
		}
	}
	text := editorLine("pack", 1) + write(c.Rules, name, label)
	file := filepath.Join(c.Home(), "tables", name+".yaml")
	if _, err := c.VetLayer(source.File{Name: file, Data: []byte(text)}); err != nil {
		return fmt.Errorf("what would be written does not fit this pack: %w", err)
	}
	if err := createFile(file, text); err != nil {
		return err
	}
	return writeMade(p, c.Home(), file)
}

func skillText(rs *rules.Ruleset, name, label string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# A skill of this campaign. `hybrid try skill %s` shows what its ranks cost.\nskills:\n  %s:\n    label: %s\n", name, name, campaign.QuoteScalar(label))
	for _, aspect := range rs.Skill.Aspects {
		rows := rs.Vocabulary()["aspects."+aspect]
		fmt.Fprintf(&b, "    %s: %s # %s\n", aspect, rs.CommonAspect(aspect), strings.Join(rows, ", "))
	}
	stats := rs.Stats.Names()
	fmt.Fprintf(&b, "    basis: %s # a statistic, or a formula over several: %s\n", stats[0], strings.Join(stats, " "))
	fmt.Fprintf(&b, "    tags: [%s] # what a roll with it is about\n", rs.CommonTag())
	fmt.Fprintf(&b, "    # related: {another_skill: %s}   who has that one can stand in: %s\n", firstOf(rs.Skill.Likenesses()), strings.Join(rs.Skill.Likenesses(), ", "))
	b.WriteString("    # supports: [another_skill]   it adds to the checks on that one\n    src: ours\n")
	return b.String()
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func taskText(rs *rules.Ruleset, name, label string) string {
	var b strings.Builder
	skill, stats := rs.CommonTaskSkill(), rs.Stats.Names()
	fmt.Fprintf(&b, "# A task of this campaign: hybrid task WHO %s\ntasks:\n  %s:\n    label: %s\n", name, name, campaign.QuoteScalar(label))
	fmt.Fprintf(&b, "    skill: [%s] # the first of these that one has\n", skill)
	fmt.Fprintf(&b, "    basis: %s # for one who has none of them\n    time: 10 min # s, min, h, d\n    tags: [%s]\n", stats[0], rs.CommonTag())
	if modifier := rs.FirstModifier(); modifier != "" {
		fmt.Fprintf(&b, "    give: {%s: -2} # how hard it is, beside what the skill has by itself\n", modifier)
		fmt.Fprintf(&b, "    situations: # ticked where they hold, and only for this task\n      %s_in_a_hurry: {label: In a hurry, give: {%s: -2}}\n", name, modifier)
	}
	b.WriteString("    results: # what comes of it; a degree without a line takes the next milder one\n")
	for _, degree := range rs.Degrees.All {
		fmt.Fprintf(&b, "      %s: What comes of it.\n", degree.Name)
	}
	b.WriteString("    src: ours\n")
	return b.String()
}

func tableText(rs *rules.Ruleset, name, label string) string {
	die := rs.Die()
	half := die / 2
	return fmt.Sprintf(`# A table of this campaign. Rolled, its rows must cover every face of the die once. Without `+"`roll`"+`, rows called 0+, 5+ … are
# looked up by a number, and one number per row makes the table a function in formulas: %[1]s(%[7]s).
tables:
  %[1]s:
    label: %[2]s
    roll: d%[3]d
    texts: [what] # columns of words; `+"`columns: […]`"+` are numbers
    rows:
      %[1]s_low: {roll: 1-%[4]d, what: What the lower half of the faces means.}
      %[1]s_high: {roll: %[5]d-%[3]d, what: What the upper half means.}
    src: ours

# Something has to roll it: here an action that anybody may declare.
actions:
  roll_%[1]s:
    label: %[6]s
    any_time: true
    counts: 0
    steps:
      drawn: {table: %[1]s}
`, name, campaign.QuoteScalar(label), die, half, half+1, campaign.QuoteScalar("Roll on "+lowerFirst(label)), rs.Stats.Names()[0])
}

func lowerFirst(text string) string {
	runes := []rune(text)
	if len(runes) > 1 && unicode.IsLower(runes[1]) {
		runes[0] = unicode.ToLower(runes[0])
	}
	return string(runes)
}

func newWeaponCommand(p *program) *cobra.Command {
	var like string
	cmd := newEntryCommand(p, "weapon", "items", func(rs *rules.Ruleset, name, label string) string {
		item, ok := rs.Items.Get(like)
		if !ok {
			item = rs.FirstTool()
		}
		var b strings.Builder
		fmt.Fprintf(&b, "# A weapon of this campaign, after %s.\nitems:\n  %s:\n    label: %s\n", item.Label, name, campaign.QuoteScalar(label))
		if skill := item.UsedWith(); skill != nil {
			fmt.Fprintf(&b, "    skill: %s # what it is used with\n", skill.Name)
		}
		for _, field := range rs.Fields() {
			if text := item.FieldText(rs, field); text != "" {
				fmt.Fprintf(&b, "    %s: %s\n", field, text)
			}
		}
		var tags []string
		for _, tag := range item.Tags {
			tags = append(tags, tag.Text)
		}
		fmt.Fprintf(&b, "    tags: [%s] # what it is: hybrid help tags lists the words\n    src: ours\n", strings.Join(tags, ", "))
		return b.String()
	})
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if p.campaign == nil {
			return run(cmd, args)
		}
		c, err := p.ownCampaign()
		if err != nil {
			return err
		}
		if _, ok := c.Rules.Items.Get(like); like != "" && !ok {
			return fmt.Errorf("no item is called %s%s", like, source.Suggest(like, c.Rules.Items.Names()))
		}
		return run(cmd, args)
	}
	cmd.Flags().StringVar(&like, "like", "", "an `item` of the pack to begin from")
	return cmd
}
