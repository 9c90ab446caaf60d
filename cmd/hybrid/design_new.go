package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
	"hybrid/tables"
)

// `hybrid new`: new files of campaigns, encounters and entries (skills, tasks, tables, weapons), with comments for their designer. They are
// YAML texts composed here. Characters are in design_newcharacter.go.

// newName is the name of the command.
const newName = "new"

// newCommand returns the command `new`.
func newCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   newName,
		Short: "Create a game, campaign, character or rules file",
		Long: "Create a commented file to start from, in the right folder of the campaign: the one of --campaign, or the one in this\n" +
			"folder. Existing files are never overwritten.",
		RunE: wantSubcommand,
	}
	cmd.AddCommand(newCampaignCommand(p), newGameCommand(p), newCharacterCommand(p), newAdversariesCommand(p), newEncounterCommand(p), newEntryCommand(p, "skill", "skills", skillText),
		newEntryCommand(p, "task", "tasks", taskText), newEntryCommand(p, "table", "tables", tableText), newWeaponCommand(p))
	return cmd
}

// nameAndLabel returns the name of an entry, which is its key and file name, and the label, which people read. typed can be either of them;
// the other one is derived from it.
func nameAndLabel(typed string) (name, label string, err error) {
	name = campaign.FileName(typed)
	if name == "" {
		return "", "", fmt.Errorf("%q can't be a file name. Use letters from a to z.", typed)
	}
	if typed != name {
		return name, strings.TrimSpace(typed), nil
	}
	return name, rules.ReadableName(name), nil
}

// editableCampaign returns the campaign that new files belong to: that of --campaign, or the one in the current folder. It fails for a built-in
// campaign.
func (p *program) editableCampaign() (*campaign.Campaign, error) {
	if p.campaign.Home() == "" {
		return nil, fmt.Errorf("Campaign %s is built in and can't be changed. Create your own with `hybrid new campaign NAME`, and work in its folder.", p.campaign.Name)
	}
	return p.campaign, nil
}

// schemaComment returns the comment that tells editors where the JSON schema for a file of the given kind is. levels is the depth of the
// file's folder below the campaign's.
func schemaComment(kind string, levels int) string {
	return "# yaml-language-server: $schema=" + strings.Repeat("../", levels) + schemaFolder + "/" + kind + ".json\n"
}

// finishNewFiles updates the campaign's schemas, notes mistakes that the campaign has now, and lists the new files.
func finishNewFiles(p *program, home string, files ...string) error {
	c, err := openCampaign(home, nil)
	var mistakes source.Mistakes
	if err != nil && !errors.As(err, &mistakes) {
		return fmt.Errorf("%s was written, but the campaign can't be opened: %w", strings.Join(files, ", "), err)
	}
	if c != nil {
		if _, err := writeSchemas(c, filepath.Join(home, schemaFolder)); err != nil {
			return err
		}
	}
	if len(mistakes) > 0 {
		p.writeNote("%s in the campaign:", countText(len(mistakes), "mistake remains", "mistakes remain"))
		for _, m := range mistakes {
			writeMistake(newTextWriter(p.stderr), m, nil)
		}
	}
	return listFiles(p, files)
}

// listFiles writes the paths of the given files as the command's result.
func listFiles(p *program, files []string) error {
	return p.write(report{facts: object{{"files", files}}, text: func(w *textWriter) {
		for _, name := range files {
			w.writeLine("%s", name)
		}
	}})
}

// newCampaignCommand returns the command `new campaign`.
func newCampaignCommand(p *program) *cobra.Command {
	var pack string
	cmd := &cobra.Command{
		Use:   "campaign NAME",
		Short: "Create a campaign folder with a first encounter",
		Args:  wantArgs("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			home, label, err := folderAndLabel(args[0])
			if err != nil {
				return err
			}
			file, scene := filepath.Join(home, "campaign.yaml"), filepath.Join(home, "encounters", "first.yaml")
			if !fileExists(file) && fileExists(scene) {
				return message.Exists(scene, "Choose another name")
			}
			// whether a pack's game uses a clock is only known if it is the pack of the loaded campaign
			hasClock := p.campaign != nil && p.campaign.Begins != nil && pack == p.packName()
			if err := createFile(file, campaignText(label, pack, hasClock)); err != nil {
				return err
			}
			if err := createFile(scene, schemaComment("encounter", 1)+sceneText("The first session", "", "")); err != nil {
				return errors.Join(err, os.Remove(file))
			}
			return finishNewFiles(p, home, file, scene)
		},
	}
	cmd.Flags().StringVar(&pack, "pack", p.packName(), "`pack` of the game")
	return cmd
}

// folderAndLabel returns the folder of a new campaign, and its label. typed is a path, the label, or the folder's name.
func folderAndLabel(typed string) (home, label string, err error) {
	name, label, err := nameAndLabel(filepath.Base(typed))
	if err == nil && filepath.Base(typed) == typed {
		return name, label, nil
	}
	return typed, label, err
}

// newGameCommand returns the command `new game`.
func newGameCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "game NAME",
		Short: "Create a small game with a first fight",
		Long: "Create the folder of a campaign with a game of its own: a small one, complete and playable, to change into yours. Its rules\n" +
			"are in the folder game, and `hybrid help step 19` builds another from nothing.",
		Example: "  hybrid new game my_game",
		Args:    wantArgs("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			home, label, err := folderAndLabel(args[0])
			if err != nil {
				return err
			}
			files, texts, err := gameFiles(home, label)
			if err != nil {
				return err
			}
			if i := slices.IndexFunc(files, fileExists); i >= 0 {
				return message.Exists(files[i], "Choose another name")
			}
			for i, file := range files {
				if err := createFile(file, texts[i]); err != nil {
					return err
				}
			}
			return finishNewFiles(p, home, files...)
		},
	}
}

// gameFiles returns the names and texts of the files of a new game in the folder home, with the given label.
func gameFiles(home, label string) (files, texts []string, err error) {
	folder, err := fs.Sub(tables.NewGame, "new_game")
	if err != nil {
		return nil, nil, err
	}
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(folder, name)
		files = append(files, filepath.Join(home, filepath.FromSlash(name)))
		texts = append(texts, strings.Replace(string(text), "\n  label: A game of your own\n", "\n  label: "+campaign.QuoteScalar(label)+"\n", 1))
		return err
	})
	return files, texts, err
}

// packName returns the pack of the campaign, or "" if no campaign is loaded.
func (p *program) packName() string {
	if p.campaign == nil {
		return ""
	}
	return p.campaign.Pack()
}

// campaignText returns a new campaign.yaml, with comments for its designer. It has a clock if hasClock is set.
func campaignText(label, pack string, hasClock bool) string {
	clock := ""
	if hasClock {
		clock = "  begins: day 1 18:00 # its clock\n"
	}
	return schemaComment("campaign", 0) + `# A campaign. These commands add files to its folder:
#   characters/NAME.yaml   hybrid new character NAME      hybrid new adversaries 6 --like NAME
#   encounters/NAME.yaml   hybrid new encounter NAME
#   tables/NAME.yaml       hybrid new skill NAME          hybrid new weapon, task, table NAME
#   tables/money.yaml      pools: {coins: {one: coin, of: side, max: none, start: 0, paid: true}}    hybrid help money
# hybrid vet lists mistakes. hybrid vet --origins lists your changes to the rules.
campaign:
  label: ` + campaign.QuoteScalar(label) + `
  pack: ` + pack + ` # the game; files in tables/ change it
  notes: What the campaign is about.
` + clock + `cast: [] # the characters of the campaign, by file name
rulings: {} # your rule variants: hybrid help rulings
`
}

// newEncounterCommand returns the command `new encounter`.
func newEncounterCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "encounter NAME…",
		Short: "Create an encounter with the campaign's cast",
		Args:  wantArgs("NAME…"),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := p.editableCampaign()
			if err != nil {
				return err
			}
			name, label, err := nameAndLabel(strings.Join(args, " "))
			if err != nil {
				return err
			}
			file := filepath.Join(c.Home(), "encounters", name+".yaml")
			text := schemaComment("encounter", 1) + sceneText(label, situationList(c.Rules), combatantsYAML(c, tacticList(c.Rules)))
			if _, err := c.ReadEncounter(file, []byte(text)); err != nil {
				return err
			}
			if err := createFile(file, text); err != nil {
				return err
			}
			return finishNewFiles(p, c.Home(), file)
		},
	}
}

// castExample is an example of the entries of combatants.
const castExample = "#  ada: {side: heroes}                                 the character file characters/ada.yaml\n" +
	"#  sentry_1: {side: watch, from: sentry, name: Scar}   one of several from the same file\n"

// sceneText returns the text of a new encounter's file. situations is appended to the comment about situations: examples as situationList
// returns them, or "". people is the YAML of the combatants, or "" for an example.
func sceneText(label, situations, people string) string {
	if people == "" {
		people = "combatants: {}\n" + castExample
	}
	return `encounter:
  label: ` + campaign.QuoteScalar(label) + `
  read: >-
    The text to read aloud when the scene begins.
  notes: >-
    Notes for the game master: light, ground, positions.
  situations: [] # situations for all combatants` + situations + "\n" + people
}

// situationList returns ", such as" and examples of situations that can apply to a whole scene, or "". The examples are situations that
// need no further answer, from groups such as the light.
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
	const maxNames = 8
	return ", such as " + strings.Join(names[:min(maxNames, len(names))], ", ")
}

// combatantsYAML returns the YAML of the campaign's cast as combatants. A character is on the same side as in the campaign's other
// encounters; if it is in none, on the side "heroes" if it has a player, or else "others". tactics is a comment about tactics, or "".
func combatantsYAML(c *campaign.Campaign, tactics string) string {
	var b strings.Builder
	for _, name := range c.Cast() {
		sheet, _, err := c.Character(name)
		if err != nil {
			continue
		}
		side := cmp.Or(sideBefore(c, name), collect.Choose(sheet.HasPlayer(), "heroes", "others"))
		fmt.Fprintf(&b, "  %s: {side: %s} # %s\n", name, side, sheet.Person.Name)
	}
	if b.Len() == 0 {
		return "combatants: {}\n" + castExample + tactics
	}
	return "combatants: # remove absent characters; `from: FILE` reuses a file, `name:` renames its character here\n" + tactics + b.String()
}

// sideBefore returns the side of a character in the campaign's first encounter that has it, or "" if none has.
func sideBefore(c *campaign.Campaign, name string) string {
	for _, e := range c.Encounters() {
		for _, m := range e.Combatants {
			if m.From == name {
				return m.Side
			}
		}
	}
	return ""
}

// tacticList returns a YAML comment that lists the tactics of combatants without a player, or "" if the game has none.
func tacticList(rs *rules.Ruleset) string {
	names := rs.Tactics.Names()
	if len(names) == 0 {
		return ""
	}
	usual := ""
	if rs.Pack.Tactic != "" {
		usual = "; default: " + rs.Pack.Tactic
	}
	return "#  `tactic: " + names[0] + "` sets how a combatant without a player fights: " + strings.Join(names, ", ") + usual + "\n"
}

// newEntryCommand returns the command that creates a file in tables/ with one entry of a section of the rules, such as skills. noun is the
// kind of entry, such as skill; write returns the text of the file.
func newEntryCommand(p *program, noun, section string, write func(rs *rules.Ruleset, name, label string) string) *cobra.Command {
	return &cobra.Command{
		Use:   noun + " NAME…",
		Short: "Create a " + noun + " for the campaign",
		Args:  wantArgs("NAME…"),
		RunE: func(_ *cobra.Command, args []string) error {
			return writeNewEntry(p, noun, section, strings.Join(args, " "), write)
		},
	}
}

// writeNewEntry adds an entry to a section of the campaign's tables, in a file of its own with the text that write returns. typed is the
// name or label of the entry; if one of this name exists, writeNewEntry fails. noun is the kind of entry in messages.
func writeNewEntry(p *program, noun, section, typed string, write func(rs *rules.Ruleset, name, label string) string) error {
	c, err := p.editableCampaign()
	if err != nil {
		return err
	}
	name, label, err := nameAndLabel(typed)
	if err != nil {
		return err
	}
	list, err := campaign.Origins(c.Home(), nil)
	if mistakes := (source.Mistakes)(nil); err != nil && !errors.As(err, &mistakes) { // mistakes elsewhere don't matter here
		return err
	}
	for _, origin := range list {
		if origin.Section == section && origin.Name == name && !origin.Gone {
			return fmt.Errorf("%s %s exists already, at %s. To change it, write only the differences into a file in tables/.", noun, name, origin.Pos)
		}
	}
	text := schemaComment("pack", 1) + write(c.Rules, name, label)
	file := filepath.Join(c.Home(), "tables", name+".yaml")
	if _, err := c.VetLayer(source.File{Name: file, Data: []byte(text)}); err != nil {
		return fmt.Errorf("The new entry doesn't fit this pack: %w", err)
	}
	if err := createFile(file, text); err != nil {
		return err
	}
	return finishNewFiles(p, c.Home(), file)
}

// skillText returns the text of a new skill's file. Its comments list the choices that the game offers.
func skillText(rs *rules.Ruleset, name, label string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# A skill of this campaign. `hybrid try skill %s` shows what its ranks cost.\nskills:\n  %s:\n    label: %s\n", name, name, campaign.QuoteScalar(label))
	for _, aspect := range rs.Skill.Aspects {
		rows := rs.Vocabulary()["aspects."+aspect]
		fmt.Fprintf(&b, "    %s: %s # %s\n", aspect, rs.CommonAspect(aspect), strings.Join(rows, ", "))
	}
	stats := rs.Stats.Names()
	fmt.Fprintf(&b, "    basis: %s # a statistic or a formula: %s\n", stats[0], strings.Join(stats, " "))
	fmt.Fprintf(&b, "    tags: [%s] # tags of its rolls\n", rs.CommonTag())
	if list := rs.Skill.Likenesses(); len(list) > 0 {
		fmt.Fprintf(&b, "    # related: {another_skill: %s}   a skill that can be used instead: %s\n", list[0], strings.Join(list, ", "))
	}
	b.WriteString("    # supports: [another_skill]   a skill whose checks it helps\n    src: ours\n")
	return b.String()
}

// taskText returns the text of a new task's file. Its comments list the choices that the game offers.
func taskText(rs *rules.Ruleset, name, label string) string {
	var b strings.Builder
	skill, stats := rs.CommonTaskSkill(), rs.Stats.Names()
	fmt.Fprintf(&b, "# A task of this campaign: hybrid task WHO %s\ntasks:\n  %s:\n    label: %s\n", name, name, campaign.QuoteScalar(label))
	fmt.Fprintf(&b, "    skill: [%s] # the first that the character has\n", skill)
	fmt.Fprintf(&b, "    basis: %s # for a character who has none of the skills\n    time: 10 min # s, min, h, d\n    tags: [%s]\n", stats[0], rs.CommonTag())
	if modifier := rs.FirstModifier(); modifier != "" {
		fmt.Fprintf(&b, "    give: {%s: -2} # its difficulty, in addition to the skill's own\n", modifier)
		fmt.Fprintf(&b, "    situations: # modifiers that only this task offers\n      %s_in_a_hurry: {label: In a hurry, give: {%s: -2}}\n", name, modifier)
	}
	b.WriteString("    results: # a degree without a line uses the next milder one\n")
	for _, degree := range rs.Degrees.All {
		fmt.Fprintf(&b, "      %s: The result.\n", degree.Name)
	}
	b.WriteString("    src: ours\n")
	return b.String()
}

// tableText returns the text of a file with a new table, and an action that rolls on it.
func tableText(rs *rules.Ruleset, name, label string) string {
	die := rs.DefaultDieFaces()
	half := die / 2
	return fmt.Sprintf(`# A table of this campaign. If it is rolled, its rows must cover each face of the die once. Without `+"`roll`"+`, a table
# with the rows 0+, 5+ … is looked up by a number. With one number per row, it is a function in formulas: %[1]s(%[7]s).
tables:
  %[1]s:
    label: %[2]s
    roll: d%[3]d
    texts: [what] # columns of words; `+"`columns: […]`"+` are numbers
    rows:
      %[1]s_low: {roll: 1-%[4]d, what: The meaning of the lower half.}
      %[1]s_high: {roll: %[5]d-%[3]d, what: The meaning of the upper half.}
    src: ours

# An action that rolls on it. Everyone can declare it.
actions:
  roll_%[1]s:
    label: %[6]s
    any_time: true
    counts: 0
    steps:
      drawn: {table: %[1]s}
`, name, campaign.QuoteScalar(label), die, half, half+1, campaign.QuoteScalar("Roll on "+lowerFirst(label)), rs.Stats.Names()[0])
}

// lowerFirst returns text with a lower-case first letter. It leaves text unchanged if its second character isn't a lower-case letter, as in
// an abbreviation.
func lowerFirst(text string) string {
	runes := []rune(text)
	if len(runes) > 1 && unicode.IsLower(runes[1]) {
		runes[0] = unicode.ToLower(runes[0])
	}
	return string(runes)
}

// newWeaponCommand returns the command `new weapon`.
func newWeaponCommand(p *program) *cobra.Command {
	var like string
	cmd := newEntryCommand(p, "weapon", "items", func(rs *rules.Ruleset, name, label string) string {
		item, ok := rs.Items.Get(like)
		if !ok {
			item = rs.FirstTool()
		}
		var b strings.Builder
		basis := ""
		if item.Label != "" {
			basis = ", based on " + item.Label
		}
		fmt.Fprintf(&b, "# A weapon of this campaign%s.\nitems:\n  %s:\n    label: %s\n", basis, name, campaign.QuoteScalar(label))
		if skill := item.UsageSkill(); skill != nil {
			fmt.Fprintf(&b, "    skill: %s # the skill to use it with\n", skill.Name)
		}
		for _, field := range rs.Fields() {
			if text := item.FieldText(rs, field); text != "" {
				fmt.Fprintf(&b, "    %s: %s\n", field, text)
			}
		}
		tags := collect.Map(item.Tags, func(tag source.Text) string { return tag.Text })
		fmt.Fprintf(&b, "    tags: [%s] # hybrid help tags lists the tags\n    src: ours\n", strings.Join(tags, ", "))
		return b.String()
	})
	writeEntry := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error { // check --like before the entry is written
		if p.campaign == nil {
			return writeEntry(cmd, args)
		}
		c, err := p.editableCampaign()
		if err != nil {
			return err
		}
		if _, ok := c.Rules.Items.Get(like); like != "" && !ok {
			return message.Unknown("item", like, c.Rules.Items.Names())
		}
		return writeEntry(cmd, args)
	}
	cmd.Flags().StringVar(&like, "like", "", "`item` of the pack to copy")
	return cmd
}
