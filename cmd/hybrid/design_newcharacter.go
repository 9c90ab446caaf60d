package main

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hybrid new character` and `hybrid new adversaries`, which create characters from flags, from answers on a terminal, or at random. Until
// its file is written, a new character is a campaign.Draft (gm/campaign). Its power level gives it points to spend on statistics and on
// ranks of skills, and limits both. A package is a bundle of skills whose ranks are bought together; a skill pool is a group of skills that
// are learnt together. Given statistics are chosen; all others are derived from them.

// characterForm holds the flags of `new character` and `new adversaries`, which describe the new characters.
type characterForm struct {
	*program
	campaign *campaign.Campaign // campaign to whose folder the character is added
	person   rules.Person       // player and kind from the flags, and the name
	power    string             // name of the power level; "" for the usual one
	stats    []string           // statistics, each NAME=VALUE
	skills   []string           // skills, each NAME=RANK
	packages []string           // skill packages, each NAME=RANK
	gear     []string           // names of items
	pools    []string           // names of skill pools
	random   bool               // whether to choose at random
	ask      bool               // whether to ask questions even if the input isn't a terminal
	like     string             // name of the character that `new adversaries` varies
}

// addFlags adds to cmd the flags that fill in the form.
func (m *characterForm) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&m.person.Player, "player", "", "`player` of the character")
	flags.StringVar(&m.person.Kind, "kind", "", "`kind` of character, such as pc or adversary")
	flags.StringVar(&m.power, "power", "", "power `level`: "+strings.Join(m.powerNames(), ", "))
	flags.StringSliceVar(&m.stats, "stat", nil, "a statistic: `NAME=VALUE` (repeatable); the remaining points are spread over the others")
	flags.StringSliceVar(&m.skills, "skill", nil, "a skill: `NAME=RANK` (repeatable)")
	flags.StringSliceVar(&m.packages, "package", nil, "a skill package: `NAME=RANK` (repeatable)")
	flags.StringSliceVar(&m.gear, "gear", nil, "`items` carried, the first one in hand")
	flags.StringSliceVar(&m.pools, "pool", nil, "skill `pools`, whose skills are learnt together")
	flags.BoolVar(&m.random, "random", false, "random choices within the power level; --seed repeats them")
	flags.BoolVar(&m.ask, "ask", false, "questions for each part, as on a terminal")
}

// powerNames returns the names of the power levels, or none if no campaign is loaded.
func (m *characterForm) powerNames() []string {
	if m.program.campaign == nil {
		return nil
	}
	return m.program.campaign.Rules.Generation.PowerNames()
}

// newCharacterCommand returns the command `new character`.
func newCharacterCommand(p *program) *cobra.Command {
	m := &characterForm{program: p}
	cmd := &cobra.Command{
		Use:   "character NAME…",
		Short: "Create a character by questions, flags or chance",
		Args:  wantArgs("NAME…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if m.campaign, err = p.editableCampaign(); err != nil {
				return err
			}
			return m.createCharacter(strings.Join(args, " "), cmd)
		},
	}
	m.addFlags(cmd)
	return cmd
}

// newRand returns a source of random numbers, seeded by --seed or else differently each time.
func (p *program) newRand() *rand.Rand {
	if p.flags.flagSet.Changed("seed") {
		return rand.New(rand.NewPCG(p.flags.seed, 0))
	}
	return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}

// createCharacter creates a character from the flags and, on a terminal, from answers, and writes its file. typed is the name as typed.
func (m *characterForm) createCharacter(typed string, cmd *cobra.Command) error {
	name, label, err := nameAndLabel(typed)
	if err != nil {
		return err
	}
	m.person.Name = label
	d, err := m.newDraft()
	if err != nil {
		return err
	}
	if m.shouldAsk(cmd) {
		if err := m.interview(d); err != nil {
			return err
		}
	}
	if err := d.Check(m.campaign.Rules); err != nil {
		return err
	}
	if unspent := d.Power.Stats - float64(d.SumSpent()); unspent > 0 {
		m.writeNote("%g points for statistics are left", unspent)
	}
	return m.writeFile(name, d, m.fileComment(d))
}

// shouldAsk reports whether to ask questions: on a terminal, if no flag describes the character.
func (m *characterForm) shouldAsk(cmd *cobra.Command) bool {
	if m.ask || m.random {
		return m.ask
	}
	for _, flag := range []string{"stat", "skill", "package", "gear", "pool"} {
		if cmd.Flags().Changed(flag) {
			return false
		}
	}
	file, ok := m.stdin.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// newDraft returns a random or empty draft at the power level that --power names, with the statistics, packages, skills, gear and pools of
// the flags.
func (m *characterForm) newDraft() (*campaign.Draft, error) {
	var d *campaign.Draft
	var err error
	if m.random {
		d, err = m.campaign.Random(m.power, m.newRand())
	} else {
		d, err = m.campaign.NewDraft(m.power)
	}
	if err != nil {
		return nil, err
	}
	d.Person = m.person
	if len(m.stats) > 0 {
		if err := m.setStats(d); err != nil {
			return nil, err
		}
	}
	for _, text := range m.packages {
		name, rank, err := parseNameAndNumber(text)
		if err != nil {
			return nil, fmt.Errorf("“--package %s” has no rank. Write NAME=RANK.", text)
		}
		bundle, err := m.findPackage(name)
		if err != nil {
			return nil, err
		}
		d.TakePackage(bundle, rank)
	}
	var chosen []*rules.Skill
	for _, text := range m.skills {
		skill, err := m.setSkill(d, text)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, skill)
	}
	if m.random {
		d.LowerOthers(m.campaign.Rules, chosen)
	}
	if len(m.gear) > 0 {
		d.Gear = m.gear
	}
	d.Pools, err = parseEntryNames("skill pool", m.pools, m.campaign.Rules.SkillPools.Names())
	return d, err
}

// parseEntryNames returns the names of the entries in texts, without blank ones. names lists the game's entries of this kind. For a name
// that isn't among them, the error mentions the kind and suggests a similar name.
func parseEntryNames(kind string, texts, names []string) (list []string, err error) {
	for _, text := range texts {
		name := campaign.FileName(text)
		if name == "" {
			continue
		}
		if !slices.Contains(names, name) {
			return nil, message.Unknown(kind, name, names)
		}
		list = append(list, name)
	}
	return list, nil
}

// setStats sets the statistics named by flags, and spreads the remaining points over the others.
func (m *characterForm) setStats(d *campaign.Draft) error {
	clear(d.Stats)
	for _, text := range m.stats {
		name, value, err := parseNameAndNumber(text)
		if err != nil {
			return fmt.Errorf("“--stat %s” has no value. Write NAME=VALUE.", text)
		}
		stat, ok := m.campaign.Rules.Stats.Get(strings.ToUpper(name))
		if !ok {
			stat, ok = m.campaign.Rules.Stats.Get(name)
		}
		if !ok || !stat.IsGiven() {
			return message.Unknown("given statistic", name, collect.Map(m.campaign.GivenStats(), func(stat *rules.Stat) string { return stat.Name }))
		}
		d.Stats[stat] = value
	}
	d.FillStats(m.campaign.Rules)
	return nil
}

// setSkill raises a skill to a rank, written NAME=RANK.
func (m *characterForm) setSkill(d *campaign.Draft, text string) (*rules.Skill, error) {
	name, rank, err := parseNameAndNumber(text)
	if err != nil {
		return nil, fmt.Errorf("“--skill %s” has no rank. Write NAME=RANK.", text)
	}
	skill, err := m.findSkill(name)
	if err != nil {
		return nil, err
	}
	d.RaiseSkill(skill, rank)
	return skill, nil
}

// findPackage returns the skill package with the given name. The error suggests a similar one.
func (m *characterForm) findPackage(name string) (*rules.Package, error) {
	all := &m.campaign.Rules.Packages
	bundle, ok := all.Get(campaign.FileName(name))
	if !ok {
		return nil, message.Unknown("package", name, all.Names())
	}
	return bundle, nil
}

// findSkill returns the skill with the given name. The error suggests a similar one.
func (m *characterForm) findSkill(name string) (*rules.Skill, error) {
	skill, ok := m.campaign.Rules.Skills.Get(campaign.FileName(name))
	if !ok {
		return nil, message.Unknown("skill", name, m.campaign.Rules.Skills.Names())
	}
	return skill, nil
}

// parseNameAndNumber parses NAME=NUMBER, or NAME NUMBER.
func parseNameAndNumber(text string) (name string, value int, err error) {
	name, number, found := strings.Cut(text, "=")
	if !found {
		i := strings.LastIndexByte(strings.TrimSpace(text), ' ')
		if i < 0 {
			return "", 0, fmt.Errorf("%s has no number. Write NAME=NUMBER.", text)
		}
		name, number = text[:i], text[i+1:]
	}
	value, err = strconv.Atoi(strings.TrimSpace(number))
	return strings.TrimSpace(name), value, err
}

// interview asks for all parts of a character and sets them in d. An empty line selects the default.
func (m *characterForm) interview(d *campaign.Draft) error {
	lines := bufio.NewScanner(m.stdin)
	d.Person.Player = m.askLine(lines, "Player", d.Person.Player)
	d.Person.Kind = m.askLine(lines, "Kind", cmp.Or(d.Person.Kind, "pc"))
	d.Person.Notes = m.askLine(lines, "Notes", d.Person.Notes)
	if err := m.askStats(lines, d); err != nil {
		return err
	}
	m.askPackages(lines, d)
	m.askSkills(lines, d)
	d.Gear = m.askList(lines, "Gear, with commas between", "item", d.Gear, m.campaign.Rules.Items.Names())
	if names := m.campaign.Rules.SkillPools.Names(); len(names) > 0 {
		prompt := "Skill pools, with commas between (pools: " + strings.Join(names, ", ") + "; Enter for none)"
		d.Pools = m.askList(lines, prompt, "skill pool", d.Pools, names)
	}
	return lines.Err()
}

// askList asks for names of entries, separated by commas, until all of them are in names, the game's entries of this kind. An empty line
// selects the entries in byDefault.
func (m *characterForm) askList(lines *bufio.Scanner, prompt, kind string, byDefault, names []string) []string {
	for {
		list, err := parseEntryNames(kind, strings.Split(m.askLine(lines, prompt, strings.Join(byDefault, ", ")), ","), names)
		if err == nil {
			return list
		}
		fmt.Fprintln(m.stderr, err)
	}
}

// askLine prints prompt and returns the line typed, or byDefault if the line is empty.
func (m *characterForm) askLine(lines *bufio.Scanner, prompt, byDefault string) string {
	if byDefault != "" {
		prompt += " [" + byDefault + "]"
	}
	fmt.Fprintf(m.stderr, "%s: ", prompt)
	if !lines.Scan() || strings.TrimSpace(lines.Text()) == "" {
		return byDefault
	}
	return strings.TrimSpace(lines.Text())
}

// askStats asks for the statistics. It fails if there are too few points for the minimum of each.
func (m *characterForm) askStats(lines *bufio.Scanner, d *campaign.Draft) error {
	clear(d.Stats)
	for _, stat := range m.campaign.GivenStats() {
		room := d.RangeOf(m.campaign.Rules, stat)
		if room.Max < room.Min {
			return fmt.Errorf("%s has too few points: %d are left for %d statistics, and %s needs at least %d. Choose another --power.", d.Power.Label, room.Unspent, room.Open, stat.Name, room.Min)
		}
		for {
			text := m.askLine(lines, fmt.Sprintf("%s (%s), %d to %d, %d points left for %d", stat.Label, stat.Name, room.Min, room.Max, room.Unspent, room.Open), strconv.Itoa(room.Usual))
			value, err := strconv.Atoi(text)
			if err == nil && value >= room.Min && value <= room.Max {
				d.Stats[stat] = value
				break
			}
			fmt.Fprintf(m.stderr, "Enter a whole number from %d to %d.\n", room.Min, room.Max)
		}
	}
	return nil
}

// askPackages asks for packages and ranks until a line is empty. It undoes a choice beyond the limits of the power level, with a message.
func (m *characterForm) askPackages(lines *bufio.Scanner, d *campaign.Draft) {
	rs := m.campaign.Rules
	for len(rs.Packages.All) > 0 {
		text := m.askLine(lines, fmt.Sprintf("Skill package and rank, such as %s 2 (packages: %s; %g points left; Enter to continue)",
			rs.Packages.All[0].Name, strings.Join(rs.Packages.Names(), ", "), d.Power.Skills-d.SkillCost(rs)), "")
		if text == "" {
			return
		}
		name, rank, err := parseNameAndNumber(text)
		if err != nil {
			fmt.Fprintln(m.stderr, "Enter a package and its rank.")
			continue
		}
		bundle, err := m.findPackage(name)
		if err != nil {
			fmt.Fprintln(m.stderr, err)
			continue
		}
		skills, packs := maps.Clone(d.Skills), maps.Clone(d.Packs)
		d.TakePackage(bundle, rank)
		if err := d.Check(rs); err != nil {
			fmt.Fprintln(m.stderr, err)
			d.Skills, d.Packs = skills, packs
		}
	}
}

// askSkills asks for skills and ranks until a line is empty. It undoes a choice beyond the limits of the power level, with a message.
func (m *characterForm) askSkills(lines *bufio.Scanner, d *campaign.Draft) {
	rs := m.campaign.Rules
	for {
		unspent := d.Power.Skills - d.SkillCost(rs)
		text := m.askLine(lines, fmt.Sprintf("Skill and rank, such as %s 4 (%g points left; Enter to continue)", rs.Skills.All[0].Name, unspent), "")
		if text == "" {
			return
		}
		name, rank, err := parseNameAndNumber(text)
		if err != nil {
			fmt.Fprintln(m.stderr, "Enter a skill and its rank.")
			continue
		}
		skill, err := m.findSkill(name)
		if err != nil {
			fmt.Fprintln(m.stderr, err)
			continue
		}
		old, hadSkill := d.Skills[skill]
		d.RaiseSkill(skill, rank)
		if err := d.Check(rs); err != nil {
			fmt.Fprintln(m.stderr, err)
			delete(d.Skills, skill)
			if hadSkill {
				d.Skills[skill] = old
			}
		}
	}
}

// fileComment returns the comment for the head of the character file: d's power level, and keys that can be added to the file.
func (m *characterForm) fileComment(d *campaign.Draft) string {
	return fmt.Sprintf("%s. Statistics and ranks cost points at generation only; later ranks are raised with `hybrid advance`.\n"+
		"`adjust: {NAME: {plus: 1}}` changes a derived number, `armour: {PLACE: ITEM}` puts armour on, `pools: {shared: […]}` groups skills that are learnt together.", d.Power.Label)
}

// writeFile writes a character's file into the campaign's folder, with a comment at its head. If the character isn't in the cast, it also
// writes a note on how to add it.
func (m *characterForm) writeFile(name string, d *campaign.Draft, comment string) error {
	file := filepath.Join(m.campaign.Home(), "characters", name+".yaml")
	text := schemaComment("character", 1) + d.File(m.campaign.Rules, comment)
	if _, err := m.campaign.Rules.ReadSheet(file, []byte(text)); err != nil {
		return err
	}
	if err := createFile(file, text); err != nil {
		return err
	}
	if err := finishNewFiles(m.program, m.campaign.Home(), file); err != nil {
		return err
	}
	if slices.Contains(m.campaign.Cast(), name) {
		return nil
	}
	m.writeNote("To make %s part of the campaign, add it to `cast` in %s.", name, filepath.Join(m.campaign.Home(), "campaign.yaml"))
	return nil
}

// newAdversariesCommand returns the command `new adversaries`.
func newAdversariesCommand(p *program) *cobra.Command {
	m := &characterForm{program: p}
	cmd := &cobra.Command{
		Use:   "adversaries N",
		Short: "Create several variants of a character",
		Args:  wantArgs("N"),
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[0])
			if err != nil || n < 1 || n > 200 {
				return fmt.Errorf("N must be 1–200, not %s.", args[0])
			}
			if m.like == "" {
				return fmt.Errorf("--like is missing. Name a character: hybrid new adversaries %d --like NAME", n)
			}
			if m.campaign, err = p.editableCampaign(); err != nil {
				return err
			}
			return m.writeAdversaries(n)
		},
	}
	cmd.Flags().StringVar(&m.like, "like", "", "`character` to vary")
	return cmd
}

// writeAdversaries writes the files of n variants of the character that --like names.
func (m *characterForm) writeAdversaries(n int) error {
	model, err := m.campaign.Model(m.like)
	if err != nil {
		return err
	}
	sheet, _, err := m.campaign.Character(m.like)
	if err != nil {
		return err
	}
	rng, names := m.newRand(), m.unusedNames()
	var files []string
	for i := 0; i < n; i++ {
		d := m.campaign.Vary(model, rng)
		d.Person.Name = names(i, model.Person.Name)
		d.Person.Notes = "A variant of " + model.Person.Name + "."
		file, err := m.unusedFile(sheet.Key)
		if err != nil {
			return err
		}
		text := schemaComment("character", 1) + d.File(m.campaign.Rules, "Like "+model.Person.Name+", slightly different.")
		if _, err := m.campaign.Rules.ReadSheet(file, []byte(text)); err != nil {
			return err
		}
		if err := createFile(file, text); err != nil {
			return err
		}
		files = append(files, file)
	}
	return finishNewFiles(m.program, m.campaign.Home(), files...)
}

// unusedNames returns a function that returns the i-th new name, counted from 0: first the names of the pack's list that no character of
// the campaign has, in random order, then the name in like, with a number.
func (m *characterForm) unusedNames() func(i int, like string) string {
	taken := map[string]bool{}
	for _, name := range m.campaign.Characters() {
		if sheet, _, err := m.campaign.Character(name); err == nil {
			taken[sheet.Person.Name] = true
		}
	}
	list := collect.Filter(m.campaign.Rules.Generation.Names, func(name string) bool { return !taken[name] })
	m.newRand().Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return func(i int, like string) string {
		if i < len(list) {
			return list[i]
		}
		return fmt.Sprintf("%s %d", like, i+2)
	}
}

// unusedFile returns the path KEY_NUMBER.yaml of a character file with the lowest number, from 2 on, for which no file exists yet.
func (m *characterForm) unusedFile(key string) (string, error) {
	for n := 2; n < 1000; n++ {
		file := filepath.Join(m.campaign.Home(), "characters", fmt.Sprintf("%s_%d.yaml", key, n))
		if _, err := os.Stat(file); os.IsNotExist(err) {
			return file, nil
		}
	}
	return "", fmt.Errorf("There are a thousand variants of %s already. Remove some first.", key)
}
