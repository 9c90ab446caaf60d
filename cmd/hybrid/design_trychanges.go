package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// `hybrid try changes`: the entries and numbers that differ between the campaign and an earlier state of it. That state is a commit of its
// git repository, or the pack without the campaign's own tables.

// tryChangesCommand returns the command `try changes`.
func tryChangesCommand(p *program) *cobra.Command {
	var against string
	cmd := &cobra.Command{
		Use:   "changes [WHO…]",
		Short: "Show the effect of changes to the campaign",
		Long: "Show what changed in the campaign since the last commit of its git repository. Without a repository, show what its\n" +
			"tables change in the pack. The list has changed entries, odds of degrees, damage of weapons, what skills\n" +
			"cost, and the statistics, pools, numbers and chances of the campaign's characters. Name characters to list\n" +
			"only those.",
		RunE: p.runReport(func(args []string) (report, error) {
			earlier, description, err := campaignBefore(p, against)
			if err != nil {
				return report{}, err
			}
			return p.tryChanges(earlier, description, args)
		}),
	}
	cmd.Flags().StringVar(&against, "against", "", "`version` to compare with: pack, or a commit, tag or branch of git (default the last commit)")
	return cmd
}

// againstPack is the value of --against that selects the pack rather than a commit.
const againstPack = "pack"

// campaignBefore returns the state of the campaign to compare with, and a description of that state. against is the value of --against: a
// commit, or againstPack for the campaign without its own tables. If it is "", the last commit is used, or the pack if there is none.
func campaignBefore(p *program, against string) (earlier *campaign.Campaign, description string, err error) {
	if against != againstPack {
		earlier, description, err = campaignAtCommit(p.campaign, cmp.Or(against, lastCommit))
		if _, hasMistakes := err.(source.Mistakes); err == nil || hasMistakes || against != "" {
			return earlier, description, err
		}
	}
	earlier, err = p.campaign.PackAlone()
	return earlier, "the pack alone", err
}

// namedNumbers is an ordered map from names to numbers, such as a character's statistics and chances. The maps of two states are compared.
type namedNumbers struct {
	names  []string           // names in the order in which they were first set
	values map[string]float64 // numbers by name
}

// setNumber sets the value of name. A new name is appended.
func (f *namedNumbers) setNumber(name string, value float64) {
	if f.values == nil {
		f.values = map[string]float64{}
	}
	if _, known := f.values[name]; !known {
		f.names = append(f.names, name)
	}
	f.values[name] = value
}

// numberChange is a number that differs between the earlier and the current state, or a change described in words.
type numberChange struct {
	what               string  // name of the number; "" for a change in words
	oldValue, newValue float64 // values in the earlier and the current state; 0 for none
	isNew, isGone      bool    // whether only the current state has the number; whether only the earlier one has it
	description        string  // change in words, shown instead of numbers; "" for none
}

// changesSince returns the numbers that differ between earlier and f by more than a rounding error.
func (f *namedNumbers) changesSince(earlier *namedNumbers) (list []numberChange) {
	for _, name := range f.names {
		was, exists := earlier.values[name]
		if !exists || math.Abs(was-f.values[name]) > 1e-6 {
			list = append(list, numberChange{what: name, oldValue: was, newValue: f.values[name], isNew: !exists})
		}
	}
	for _, name := range earlier.names {
		if _, exists := f.values[name]; !exists {
			list = append(list, numberChange{what: name, oldValue: earlier.values[name], isGone: true})
		}
	}
	return list
}

// tableRow returns the change as a row of a table: name, value before, arrow, value now, difference.
func (d numberChange) tableRow() []cell {
	switch {
	case d.isNew:
		return []cell{{text: d.what}, {}, {}, rightCell(shortNumber(d.newValue)), {text: "new", style: dim}}
	case d.isGone:
		return []cell{{text: d.what}, rightCell(shortNumber(d.oldValue)), {}, {}, {text: "gone", style: dim}}
	}
	color := collect.Choose(d.newValue < d.oldValue, bad, good)
	return []cell{{text: d.what}, rightCell(shortNumber(d.oldValue)), {text: "→"}, rightCell(shortNumber(d.newValue)), {text: command.FormatSigned(roundShort(d.newValue - d.oldValue)), style: color, right: true}}
}

// changeGroup is a group of changes with a heading: of one kind of numbers in the rules, or of one character.
type changeGroup struct {
	kind, name string         // kind is odds, item, skill or character; name is the heading, for a character its name
	list       []numberChange // changes, in the order in which they are shown
}

// tryChanges reports the differences between the campaign and an earlier state with the given description: changed entries, numbers of the
// rules, and numbers of the characters in who, or of all characters if who is empty.
func (p *program) tryChanges(earlier *campaign.Campaign, description string, who []string) (report, error) {
	entries, err := p.campaign.ChangesSince(earlier)
	if err != nil {
		return report{}, err
	}
	groups := changedRules(p, earlier)
	people, compared, err := changedPeople(p, earlier, who, entries)
	if err != nil {
		return report{}, err
	}
	all := slices.Concat(groups, people)
	facts := object{{"against", description}, {"entries", entriesJSON(entries)}, {"rules", groupsJSON(groups, "name")}, {"characters", compared}, {"changed", groupsJSON(people, "who")}}
	return report{facts: facts, csv: changesCSV(entries, all), text: func(w *textWriter) {
		w.writeTitle("%s against %s", p.campaign.Label, description)
		if len(entries) > 0 {
			w.writeTable(entryRows(entries, w.width))
			w.writeLine("")
		}
		for _, group := range all {
			w.writeGroup(group)
		}
		w.writeLine("%s of the rules changed, %d of %s", countText(len(entries), "thing", "things"), len(people), countText(compared, "character", "characters"))
	}}, nil
}

// maxDifferences is the maximum number of lines shown for a group.
const maxDifferences = 40

// writeGroup writes the first maxDifferences changes of g, and the number of others.
func (w *textWriter) writeGroup(g changeGroup) {
	w.writeLine("%s", w.paintText(bold, g.name))
	var rows [][]cell
	for _, d := range g.list[:min(maxDifferences, len(g.list))] {
		if d.description != "" {
			w.writeIndented("  ", d.description)
			continue
		}
		rows = append(rows, d.tableRow())
	}
	w.writeTable(rows)
	if more := len(g.list) - maxDifferences; more > 0 {
		w.writeLine("  and %d more. Show all with --json or --csv.", more)
	}
	w.writeLine("")
}

// minChangeText is the minimum width for the text of an entry's change, in columns.
const minChangeText = 12

// entryRows returns the changes of entries as rows of a table that is at most width columns wide: entry, change, and position. Long changes
// are cut off.
func entryRows(list []source.Change, width int) (rows [][]cell) {
	nameWidth, placeWidth := 0, 0
	for _, c := range list {
		nameWidth, placeWidth = max(nameWidth, uniseg.StringWidth(strings.Join(c.Path, "."))), max(placeWidth, uniseg.StringWidth(positionText(c.Pos)))
	}
	for _, c := range list {
		text := []rune(changeText(c))
		if room := max(minChangeText, width-nameWidth-placeWidth-6); len(text) > room { // 6 for the gaps between columns
			text = append(text[:room-1], '…')
		}
		rows = append(rows, []cell{{text: strings.Join(c.Path, "."), style: bold}, {text: string(text)}, {text: positionText(c.Pos), style: dim, place: true}})
	}
	return rows
}

// changeText describes a change of the YAML in one line.
func changeText(c source.Change) string {
	switch c.Kind {
	case source.Added:
		return "new: " + c.Text
	case source.Removed:
		return "gone: " + c.Old
	case source.Moved:
		return "in another order"
	}
	return c.Old + " → " + c.Text
}

// entriesJSON returns the changes in list as objects for --json.
func entriesJSON(list []source.Change) []object {
	entries := []object{}
	for _, c := range list {
		entries = append(entries, object{{"path", strings.Join(c.Path, ".")}, {"kind", c.Kind}, {"was", c.Old}, {"is", c.Text}, {"at", positionText(c.Pos)}})
	}
	return entries
}

// groupsJSON returns the groups with all their changes, for --json. name is the JSON key under which each group's name is stored.
func groupsJSON(groups []changeGroup, name string) []object {
	all := []object{}
	for _, g := range groups {
		changes := []object{}
		for _, d := range g.list {
			o := object{{"what", d.what}, {"was", rules.TrimNoise(d.oldValue)}, {"is", rules.TrimNoise(d.newValue)}}
			if d.description != "" {
				o = object{{"told", d.description}}
			}
			changes = append(changes, o)
		}
		all = append(all, object{{name, g.name}, {"changes", changes}})
	}
	return all
}

// changesCSV returns the changed entries and the changed numbers as lines under one header.
func changesCSV(entries []source.Change, groups []changeGroup) [][]any {
	lines := [][]any{{"kind", "of", "what", "was", "is"}}
	lines = append(lines, collect.Map(entries, func(c source.Change) []any {
		return []any{"entry", c.Path[0], strings.Join(c.Path[1:], "."), c.Old, c.Text}
	})...)
	for _, g := range groups {
		for _, d := range g.list {
			was, is := any(d.oldValue), any(d.newValue)
			if d.isNew || d.description != "" {
				was = ""
			}
			if d.isGone || d.description != "" {
				is = d.description
			}
			lines = append(lines, []any{g.kind, g.name, d.what, was, is})
		}
	}
	return lines
}

// changedRules returns the numbers of the rules that differ: the odds of degrees, the damage of weapons, the cost of skills.
func changedRules(p *program, earlier *campaign.Campaign) (groups []changeGroup) {
	now, was := p.campaign.Rules, earlier.Rules
	for _, check := range now.Checks.All {
		old, ok := was.Checks.Get(check.Name)
		if !ok || slices.ContainsFunc(groups, func(g changeGroup) bool { return g.name == oddsTitle(check) }) {
			continue
		}
		groups = append(groups, changeGroup{"odds", oddsTitle(check), oddsNumbers(now, check).changesSince(oddsNumbers(was, old))})
	}
	// new and removed skills are among the changed entries already
	costs := slices.DeleteFunc(costNumbers(now).changesSince(costNumbers(was)), func(d numberChange) bool { return d.isNew || d.isGone })
	groups = append(groups,
		changeGroup{"item", "Average effect of items, without a character's modifiers", itemNumbers(now).changesSince(itemNumbers(was))},
		changeGroup{"skill", "Total cost of skills", costs})
	return slices.DeleteFunc(groups, func(g changeGroup) bool { return len(g.list) == 0 })
}

// oddsTitle returns the heading for the odds of a check. All checks with the same ladder of degrees share it.
func oddsTitle(check *rules.Check) string {
	return "Odds by ladder " + check.Ladder.Text + ", in percent"
}

// oddsNumbers returns the odds of a check at five chances, from a quarter to one and a half times the faces of the die: the probability of
// success (made), the average factor by which degrees multiply an effect, and the probability of each degree.
func oddsNumbers(rs *rules.Ruleset, check *rules.Check) *namedNumbers {
	var f namedNumbers
	for _, part := range []float64{0.25, 0.5, 0.75, 1, 1.5} {
		chance := part * float64(rs.DefaultDieFaces())
		factor, made := rs.Factor(check, chance)
		f.setNumber(fmt.Sprintf("at %g: made", chance), 100*made)
		f.setNumber(fmt.Sprintf("at %g: average factor", chance), factor)
		for _, odd := range rs.Odds(check, chance) {
			f.setNumber(fmt.Sprintf("at %g: %s", chance, odd.Name), 100*odd.Probability)
		}
	}
	return &f
}

// itemNumbers returns the averages of those fields of items that contain dice.
func itemNumbers(rs *rules.Ruleset) *namedNumbers {
	var f namedNumbers
	for _, item := range rs.Items.All {
		for _, field := range rs.DiceFields() {
			if average, ok := item.FieldAverage(rs, nil, field); ok {
				f.setNumber(item.Label+", "+field, average)
			}
		}
	}
	return &f
}

// costNumbers returns the cost of raising each skill from the lowest rank to a third of the highest one, and to the highest one.
func costNumbers(rs *rules.Ruleset) *namedNumbers {
	var f namedNumbers
	for _, skill := range rs.Skills.All {
		sum := 0.0
		steps, _ := skill.RaiseCosts(rs, rs.Skill.Least, rs.Skill.Most)
		for _, step := range steps {
			if rank := int(step.Rank); rank == rs.Skill.Most || rank == rs.Skill.Most/3 {
				f.setNumber(fmt.Sprintf("%s to rank %d", skill.Label, rank), sum+step.Cost)
			}
			sum += step.Cost
		}
	}
	return &f
}

// changedPeople returns the characters that differ, each with its changes, and the number of characters compared. who names characters, by
// name or path; if it is empty, all are compared. entries are the changed entries: chances are compared for the tasks among them.
func changedPeople(p *program, earlier *campaign.Campaign, who []string, entries []source.Change) (groups []changeGroup, compared int, err error) {
	if len(who) == 0 {
		who = append(p.campaign.People(), earlier.People()...)
	}
	for i, name := range who {
		sheet, _, err := p.campaign.Character(name)
		switch {
		case err == nil && unreadableReason(name) == nil && !p.campaign.HasCharacter(name): // neither the name nor the path of a file, so probably a label
			who[i] = sheet.Key
		case err != nil && !earlier.HasCharacter(name):
			return nil, 0, err
		}
	}
	slices.Sort(who)
	who = slices.Compact(who)
	tasks := changedEntries(entries, "tasks")
	meter := newProgress(p.stderr)
	defer meter.clear()
	for i, name := range who {
		meter.show(i, len(who), "characters")
		list, err := changedNumbers(p, earlier, name, tasks)
		if err != nil {
			return nil, 0, err
		}
		if len(list) > 0 {
			groups = append(groups, changeGroup{"character", name, list})
		}
	}
	return groups, len(who), nil
}

// changedEntries returns the names of the entries of a section that changed. The path of a change begins with its section and entry.
func changedEntries(list []source.Change, section string) (names []string) {
	for _, c := range list {
		if c.Path[0] == section && len(c.Path) > 1 && !slices.Contains(names, c.Path[1]) {
			names = append(names, c.Path[1])
		}
	}
	return names
}

// changedNumbers returns the numbers of the named character that differ between the current and the earlier rules. tasks names the tasks
// whose chances are compared.
func changedNumbers(p *program, earlier *campaign.Campaign, name string, tasks []string) ([]numberChange, error) {
	switch {
	case !p.campaign.HasCharacter(name):
		return []numberChange{{description: "is gone"}}, nil
	case !earlier.HasCharacter(name):
		return []numberChange{{description: "is new"}}, nil
	}
	sheet, _, err := p.campaign.Character(name)
	if err != nil {
		return nil, err
	}
	before, _, err := earlier.Character(name)
	if err != nil {
		return []numberChange{{description: "can't be played by the old rules: " + firstLine(err)}}, nil
	}
	return comparedNumbers(p.campaign.Rules, sheet, tasks).changesSince(comparedNumbers(earlier.Rules, before, tasks)), nil
}

// firstLine returns the first line of the text of err.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// comparedNumbers returns the numbers of a sheet that are compared: statistics, maxima of pools, numbers, the chances of all its skills and
// of the given tasks, the total cost of its ranks, and the damage of its weapons.
func comparedNumbers(rs *rules.Ruleset, sheet *rules.Sheet, tasks []string) *namedNumbers {
	var f namedNumbers
	for _, stat := range rs.Stats.All {
		f.setNumber(stat.Name, sheet.Stat(stat))
	}
	for _, pool := range rs.Pools.All {
		if maximum, limited := sheet.Max(pool); limited && !pool.BelongsToSide() {
			f.setNumber(pool.Name, maximum)
		}
	}
	actor := rs.NewActor("one", sheet)
	for _, number := range rs.Numbers {
		f.setNumber(number.Label, actor.Number(rs, number))
	}
	cost := 0.0
	for _, skill := range sheet.Skills {
		if chance, ok := plainChance(rs, actor, rules.OngoingAction{Skill: skill.Name}); ok {
			f.setNumber(skill.Label+", chance", chance)
		}
		steps, _ := skill.RaiseCosts(rs, rs.Skill.Least-1, sheet.Rank(skill)) // including the cost of the lowest rank
		for _, step := range steps {
			cost += step.Cost
		}
	}
	f.setNumber("all ranks, cost", cost)
	for _, name := range tasks {
		if chance, ok := plainChance(rs, actor, rules.OngoingAction{Task: name}); ok {
			f.setNumber("task "+name+", chance", chance)
		}
	}
	for _, item := range sheet.Items {
		for _, field := range rs.DiceFields() {
			average, ok := item.FieldAverage(rs, actor, field)
			if !ok {
				continue
			}
			f.setNumber(item.Label+", "+field, average)
			skill := item.UsageSkill()
			if skill == nil {
				continue
			}
			if chance, ok := plainChance(rs, actor, rules.OngoingAction{Skill: skill.Name}); ok {
				factor, _ := rs.Factor(nil, chance)
				f.setNumber(item.Label+", "+field+" with misses", average*factor) // average of all attacks, a miss counting as 0
			}
		}
	}
	return &f
}

// plainChance returns the chance of a check by an actor in a scene without others, without situations or modifiers. doing names the skill
// or the task. ok is false if nothing is rolled.
func plainChance(rs *rules.Ruleset, actor *rules.Actor, doing rules.OngoingAction) (chance float64, ok bool) {
	doing.Action = rs.Pack.Use
	preview, err := rs.PlainPreview(&rules.State{Actors: []*rules.Actor{actor}}, actor.Key, doing)
	if err != nil || preview.Roll == nil {
		return 0, false
	}
	return preview.Roll.Chance, true
}
