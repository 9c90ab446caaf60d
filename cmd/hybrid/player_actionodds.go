package main

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hybrid odds ACTION`: the exact odds of an action, also for each answer to its questions and for each armour of the target. An action can
// ask actors questions, such as how the target defends; --answer answers them in order, and the odds for each answer to the remaining ones
// are listed. Degrees are those of the first roll; later rolls, table rows and the final state of each actor follow.
//
// Words of package rules that are used here: the ends are the odds of each actor's final state. Hurt and Out are the probabilities that the
// actor is harmed and that it can't act any more, Loss is the average number of points that it loses, and Puts are the conditions that it
// gets. A command.AnswerTable lists the answers of one actor, Who, with the outcome for the actor AffectedKey, usually the target.

// actionOddsCommands returns a command for every action that can be declared by name; the command writes the action's exact odds.
func actionOddsCommands(p *program) (list []*cobra.Command) {
	for _, action := range p.campaign.Rules.Actions.All {
		if !action.IsDeclaredByName(p.campaign.Rules) {
			continue
		}
		for _, cmd := range assignGroup(groupActions, p.actionCommand(action)) {
			cmd.Short = "Odds of: " + lowerLabel(action.Label)
			if mayBeCalled(p, cmd) {
				addOddsFlags(p, cmd, action)
			}
			cmd.RunE = func(cmd *cobra.Command, args []string) error { return writeActionOdds(p, cmd, action, args) }
			list = append(list, cmd)
		}
	}
	return list
}

// addOddsFlags adds the flags that only `odds` has, for the target's armour and its remaining points, and lets --weapon name several items.
func addOddsFlags(p *program, cmd *cobra.Command, action *rules.Action) {
	cmd.Flags().StringSlice("wears", nil, "armour the target might wear: `ITEM`, or all (repeatable)")
	cmd.Flags().StringToString("left", nil, "points the target has left: `POOL=POINTS` (repeatable; default full)")
	cmd.Flags().Lookup("left").DefValue = ""
	cmd.Flags().Lookup("left").Hidden = !action.Whom
	cmd.Flags().Lookup("wears").Hidden = !action.Whom || p.campaign.Rules.Pack.Worn == ""
	if flag := cmd.Flags().Lookup("weapon"); flag != nil {
		flag.Usage = "carried `item` to use (default the one in hand); several ITEM,ITEM or all compare them"
	}
	p.addCSVFlag(cmd)
}

// oddsReport holds the exact odds of an action: as declared, by answer, and by the target's armour.
type oddsReport struct {
	*program
	*declaredAction                       // action with its options, and the state in which the actor declares it
	odds            *rules.ActionOdds     // probabilities for the action as declared, with the answers of --answer
	contributions   []rules.Contribution  // effect of each part of the first roll's chance, such as a wound, on the odds
	replies         []command.AnswerOdds  // answers given by --answer, without odds of their own
	answerTables    []command.AnswerTable // odds for each answer to the questions that are still open, by actor
	wearing         []variant             // odds for each item of --wears, if the target wears it everywhere
}

// variant holds the odds of the declared action with one change, such as an answer.
type variant struct {
	name, label string            // the change: an answer or an item
	odds        *rules.ActionOdds // odds with the change
	costs       string            // price and time of an answer, as text; "" if it has none
}

// writeActionOdds writes the odds of an action, or compares the weapons that --weapon lists. args are the actor and its targets. A single
// weapon that the actor doesn't carry, and with which the action thus can't be declared, is handled like a list of one.
func writeActionOdds(p *program, cmd *cobra.Command, action *rules.Action, args []string) error {
	if names := weaponList(cmd); names != nil {
		return compareWeapons(p, cmd, action, args, names)
	}
	e, err := p.parseAction(cmd, action, args)
	if err != nil {
		if name := p.takeWeaponFlag(cmd); name != "" {
			return compareWeapons(p, cmd, action, args, []string{name})
		}
		return err
	}
	x := &oddsReport{program: p, declaredAction: e}
	pools, err := cmd.Flags().GetStringToString("left")
	if err != nil {
		return err
	}
	if err := x.setTargetPools(pools); err != nil {
		return err
	}
	answers := map[string]string{} // answers of --answer by key of the question, filled by AnswersByKey
	oddsWith := func(answers map[string]string) (*rules.ActionOdds, error) { return x.computeOdds(x.state, answers) }
	answered, err := command.AnswersByKey(p.campaign.Rules, answers, e.answers, oddsWith)
	if err != nil {
		return err
	}
	if x.odds, err = oddsWith(answers); err != nil {
		return err
	}
	// preview the action again, so that the terms of the chance include these answers and the target's remaining points
	if x.preview, err = p.campaign.Rules.Preview(x.state, x.state.Actors[0].Key, x.action, answers); err != nil {
		return err
	}
	if x.contributions, err = x.odds.Contributions(p.campaign.Rules, e.preview.Roll); err != nil {
		return err
	}
	x.replies = command.RepliesTo(answered, answers)
	if x.answerTables, err = command.AnswersTo(x.odds, x.replies, answers, oddsWith, forEachConcurrently[command.AnswerOdds]); err != nil {
		return err
	}
	wears, err := cmd.Flags().GetStringSlice("wears")
	if err != nil {
		return err
	}
	if err := x.addArmourOdds(wears, answers); err != nil {
		return err
	}
	return p.write(report{facts: x.oddsJSON(), csv: x.oddsCSV(), text: x.writeText})
}

// setTargetPools sets pools of the target to the points of --left. pools holds these points by name of the pool.
func (x *oddsReport) setTargetPools(pools map[string]string) error {
	rs := x.campaign.Rules
	for name, text := range pools {
		pool, ok := rs.Pools.Get(strings.ToUpper(name))
		if !ok {
			if pool, ok = rs.Pools.Get(name); !ok {
				return message.Unknown("pool", name, rs.Pools.Names())
			}
		}
		points, err := command.ParseAmount(text, "--left "+name)
		if err != nil {
			return badInput(err)
		}
		target := x.firstTarget().Key
		d, err := rs.DecideManually(x.state, rules.DecisionInput{Brief: true}, func(h *rules.ManualChanges) { h.SetPool(target, nil, pool, points) })
		if err != nil {
			return err
		}
		if x.state, err = rs.Apply(x.state, d.Events); err != nil {
			return err
		}
	}
	return nil
}

// computeOdds computes the odds of the declared action in state s. answers holds the answers by key of the question.
func (x *oddsReport) computeOdds(s *rules.State, answers map[string]string) (*rules.ActionOdds, error) {
	return x.campaign.Rules.ActionOdds(s, s.Actors[0].Key, x.action, answers)
}

// forEachConcurrently calls do for each element of list on all cores. Each core handles several elements in sequence, so that it reuses
// memory.
func forEachConcurrently[T any](list []T, do func(element *T) error) error {
	errs := make([]error, len(list))
	var wg sync.WaitGroup
	var next atomic.Int32
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				errs[i] = do(&list[i])
			}
		})
	}
	wg.Wait()
	return cmp.Or(errs...)
}

// addArmourOdds adds the odds for each of the named items, or for all wearable items if names is "all", with the targets wearing it at every
// location. answers are those of --answer.
func (x *oddsReport) addArmourOdds(names []string, answers map[string]string) error {
	rs := x.campaign.Rules
	if len(names) == 1 && names[0] == "all" {
		names = nil
		names = append(names, collect.Map(rs.WearableItems(x.campaignSheets()), func(item *rules.Item) string { return item.Name })...)
	}
	for _, name := range names {
		item, err := x.itemNamed(name)
		if err != nil {
			return err
		}
		x.wearing = append(x.wearing, variant{name: item.Name, label: item.Label})
	}
	return forEachConcurrently(x.wearing, func(v *variant) (err error) {
		item, _ := rs.Items.Get(v.name)
		v.odds, err = x.computeOdds(withTargetsWearing(rs, x.state, item), answers)
		return err
	})
}

// withTargetsWearing returns a copy of the state s in which all targets, or the actor itself if there are none, wear an item.
func withTargetsWearing(rs *rules.Ruleset, s *rules.State, item *rules.Item) *rules.State {
	for i := min(1, len(s.Actors)-1); i < len(s.Actors); i++ {
		s = withActorAt(s, i, s.Actors[i].WithArmour(rs, item))
	}
	return s
}

// withActorAt returns a copy of the state s in which the actor at the given index is replaced with a.
func withActorAt(s *rules.State, at int, a *rules.Actor) *rules.State {
	other := *s
	other.Actors = slices.Clone(s.Actors)
	other.Actors[at] = a
	return &other
}

// campaignSheets returns the sheets of the campaign's characters.
func (x *oddsReport) campaignSheets() (list []*rules.Sheet) {
	for _, key := range x.campaign.Characters() {
		if sheet, _, err := x.campaign.Character(key); err == nil {
			list = append(list, sheet)
		}
	}
	return list
}

// oddsJSON returns the odds as an object for --json.
func (x *oddsReport) oddsJSON() object {
	var o object
	if x.preview.Roll == nil {
		o.setKey("chance", x.odds.Likelihood().InPercent())
	} else {
		o.addChance(x.preview.Roll)
		o.addToldText(x.preview.Roll.Notice)
		o.setKey("terms", termsJSON(x.preview.Roll.Terms))
		o.addFilterChecks(x.preview.Roll)
	}
	if x.odds.Samples > 0 {
		o.setKey("drawn", x.odds.Samples)
	}
	o.setKey("made", x.odds.Made)
	o.setKey("degrees", x.odds.Degrees)
	o.setKey("rows", x.odds.Rows)
	o.setKey("step_odds", x.odds.Steps)
	o.setKey("ends", x.odds.Ends)
	o.setKey("worth", x.contributionsJSON())
	replies, answers, wears := []object{}, []object{}, []object{}
	for i := range x.replies {
		a := &x.replies[i]
		replies = append(replies, slices.Concat(object{{"name", a.Name}}, questionJSON(a), effortJSON(a.Effort)))
	}
	for _, t := range x.answerTables {
		for i := range t.List {
			answers = append(answers, answerJSON(&t.List[i], t.AffectedKey))
		}
	}
	for i := range x.wearing {
		wears = append(wears, x.wearing[i].outcomeJSON(x.odds.TargetOdds().Who))
	}
	o.setKey("costs", costsJSON(x.preview.Prices))
	o.setKey("given", replies)
	o.setKey("answers", answers)
	o.setKey("wears", wears)
	return o
}

// answerJSON returns the answer a for --json, with the outcome for the actor with the key who, its own cost, and its costs together with
// each possible second answer.
func answerJSON(a *command.AnswerOdds, who string) object {
	v := variant{name: a.Name, odds: a.ActionOdds}
	both := append([]object{}, collect.Map(a.EffortsWithSecond(), effortJSON)...)
	for i := range both {
		both[i] = append(object{{"name", a.Next.Choices[i].Name}}, both[i]...)
	}
	return slices.Concat(v.outcomeJSON(who), object{{"of", who}}, questionJSON(a), effortJSON(a.Effort), object{{"two", both}})
}

// questionJSON returns the question that a answers, for --json.
func questionJSON(a *command.AnswerOdds) object {
	return object{{"who", a.Need.Who}, {"question", a.Need.About}, {"key", a.Need.Key}}
}

// costsJSON returns prices for --json.
func costsJSON(prices []rules.Price) []object {
	list := []object{}
	list = append(list, collect.Map(prices, func(price rules.Price) object { return object{{"pool", price.Pool.Name}, {"points", price.Points}} })...)
	return list
}

// effortJSON returns the cost of answers, for --json.
func effortJSON(f command.Effort) object {
	return object{{"counts", f.Counts}, {"costs", costsJSON(f.Prices)}}
}

// outcomeJSON returns the outcome of a variant for the actor with the key who, for --json.
func (v *variant) outcomeJSON(who string) object {
	end := v.odds.OddsOfActor(who)
	return object{{"name", v.name}, {"hurt", end.Hurt}, {"out", end.Out}, {"loss", end.Loss}}
}

// oddsCSV returns the whole report as rows with the same columns, after a header: kind and name of the row, its probability, the outcome
// for the target in that case, and the cost. Cells without a value are "".
func (x *oddsReport) oddsCSV() [][]any {
	list := x.csvOfAction()
	add := func(kind, name string, end rules.EndOdds, costs ...any) {
		list = append(list, append([]any{kind, name, "", end.Hurt, end.Out, end.Loss}, costs...)) // chosen, so without a probability
	}
	for _, t := range x.answerTables {
		for _, a := range t.List {
			kind := collect.Choose(t.Who != x.firstTarget().Key, "own answer", "answer")
			add(kind, a.Name, a.OddsOfActor(t.AffectedKey), a.Counts, rules.PricesText(a.Prices))
			for i, two := range a.EffortsWithSecond() {
				list = append(list, []any{kind, a.Name + ", " + a.Next.Choices[i].Name, "", "", "", "", two.Counts, rules.PricesText(two.Prices)})
			}
		}
	}
	for _, v := range x.wearing {
		add("wears", v.name, v.odds.TargetOdds())
	}
	for i, line := range list { // fill up rows that end early
		for len(line) < len(list[0]) {
			line = append(line, "")
		}
		list[i] = line
	}
	return list
}

// csvOfAction returns the header of the CSV report, and the rows about the action as declared: in all, by degree, by table row, by
// condition, by points of a pool, and by part of the chance. Rows can end early.
func (x *oddsReport) csvOfAction() [][]any {
	list := [][]any{{"of", "name", "probability", "hurt", "out", "loss", "counts", "costs"}}
	end := x.odds.TargetOdds()
	list = append(list, []any{"all", "", 1.0, end.Hurt, end.Out, end.Loss, x.preview.Counts, rules.PricesText(x.preview.Prices)})
	list = append(list, collect.Map(x.odds.Degrees, func(d rules.DegreeOdds) []any { return []any{"degree", d.Name, d.Probability, "", d.Out, d.Loss} })...)
	list = append(list, collect.Map(x.odds.Rows, func(row rules.RowOdds) []any {
		return []any{"row", row.Row, row.Probability, row.Hurt, row.Out, row.Loss}
	})...)
	list = append(list, collect.Map(end.Puts, func(put rules.Possibility) []any { return []any{"condition", put.Name, put.Probability, "", "", ""} })...)
	for _, pool := range end.Pools {
		for _, points := range pool.Points {
			list = append(list, []any{pool.Pool, points.Value, points.Probability, "", "", ""})
		}
	}
	return append(list, collect.Map(x.contributions, func(c rules.Contribution) []any { return []any{"worth", c.Label, c.Made, "", c.Out, ""} })...)
}

// writeText writes the report as text: the chance with its terms, then degrees, steps and variants.
func (x *oddsReport) writeText(w *textWriter) {
	actors := x.state.Actors
	title := actors[0].Name + ": " + rules.MidSentence(x.preview.Action.Label)
	title += targetsText(actors[1:])
	if x.preview.Tool != nil && len(x.preview.Action.With) > 0 {
		title += " (" + rules.MidSentence(x.preview.Tool.Label) + ")"
	}
	if x.preview.Roll != nil {
		w.writeCheckPreview(title, actors[0].Name, x.preview.Roll)
	} else {
		w.writeTitle("%s", title)
	}
	prices := rules.PricesText(x.preview.Prices)
	if prices != "" {
		w.writeLine("  costs %s", prices)
		w.writeLine("")
	}
	for i := range x.replies {
		a := &x.replies[i]
		if costs := a.Costs(x.campaign.Rules); costs != "" {
			w.writeLine("  %s: %s, costs %s", x.state.Find(a.Need.Who).Name, lowerLabel(a.Label), costs)
			w.writeLine("")
		}
	}
	if precision := x.odds.PrecisionText(); precision != "" {
		w.writeLine("  %s", precision)
		w.writeLine("")
	}
	x.writeDegrees(w)
	x.writeLaterRolls(w)
	x.writeEnds(w)
	x.writeRows(w)
	x.writeContributions(w)
	if x.preview.Roll == nil && len(x.odds.Steps) == 0 && !slices.ContainsFunc(x.odds.Ends, rules.EndOdds.CanChange) {
		w.writeLine("  Nothing is rolled, and %s changes.", collect.Choose(prices == "", "no pool or condition", "nothing else"))
		w.writeLine("")
	}
	x.writeAnswers(w)
	if len(x.wearing) > 0 {
		x.writeVariants(w, "If the target wears this everywhere", x.odds.TargetOdds().Who, append([]variant{{label: "its armour", odds: x.odds}}, x.wearing...), "")
	}
}

// writeAnswers writes, for each actor that can answer, the outcomes of the action without and with each answer. The first table has a note
// if a second answer can follow.
func (x *oddsReport) writeAnswers(w *textWriter) {
	note, rs := "", x.campaign.Rules
	for _, t := range x.answerTables {
		isNoteNew := note == "" // a note that this table adds is written below it
		list := []variant{{"", "no answer", x.odds, t.None.Text(rs)}}
		for i := range t.List {
			a := &t.List[i]
			list = append(list, variant{a.Name, a.Label, a.ActionOdds, a.Costs(rs)})
			if a.Next != nil && note == "" { // --answer would answer the first question
				note = "A second answer may follow. Its odds: --answer " + a.Name
			}
		}
		x.writeVariants(w, x.answerTitle(&t), t.AffectedKey, list, collect.Choose(isNoteNew, note, ""))
	}
}

// answerTitle returns the heading of an actor's answers.
func (x *oddsReport) answerTitle(t *command.AnswerTable) (title string) {
	switch actors := x.state.Actors; {
	case len(actors) > 1 && t.Who == x.firstTarget().Key:
		title = "If the target answers"
	case len(actors) > 1 && t.Who == actors[0].Key && x.odds.IsHostile(x.campaign.Rules):
		title = "If the attacker answers"
	default:
		title = "If " + x.state.Find(t.Who).Name + " answers"
	}
	if t.HasEarlierTable {
		title += " later"
	}
	if t.AffectedKey != x.odds.TargetOdds().Who {
		title += ", for " + x.state.Find(t.AffectedKey).Name
	}
	return title
}

// headingRow returns the heading row of a table. names[0] is the title of the table, the other names are headings of columns.
func headingRow(names ...string) []cell {
	row := []cell{{text: names[0], style: bold}}
	row = append(row, collect.Map(names[1:], func(name string) cell { return cell{text: name, style: dim, right: true} })...)
	return row
}

// writeDegrees writes the probability of each degree and, for a roll with that degree, the target's average loss and the probability that
// it can't act any more.
func (x *oddsReport) writeDegrees(w *textWriter) {
	if x.odds.Degrees == nil {
		return
	}
	gains := !slices.ContainsFunc(x.odds.Degrees, func(d rules.DegreeOdds) bool { return d.Loss > 0 })
	rows := [][]cell{headingRow("Degree", "", "likely", collect.Choose(gains, "then gains", "then loses"), "can't act")}
	for _, d := range x.odds.Degrees {
		row := []cell{{text: d.Name}, rightCell("×" + command.Number(d.Degree.Factor)), probabilityCell(d.Probability), {none: true}, {none: true}}
		if d.Probability > 0 {
			row[3], row[4] = lossOrGainCell(gains, d.Loss), probabilityCell(d.Out)
		}
		rows = append(rows, row)
	}
	w.writeTable(clearEmptyColumns(rows))
	w.writeLine("")
}

// probabilityCell returns a cell with a probability.
func probabilityCell(p float64) cell { return cell{text: percent(p), right: true, none: p == 0} }

// lossOrGainCell returns a cell with x, an average loss. If gains is set, it shows the gain instead, which is −x.
func lossOrGainCell(gains bool, x float64) cell {
	if gains {
		x = -x
	}
	return pointsCell(x)
}

// pointsCell returns a cell with an average number of points.
func pointsCell(x float64) cell {
	return cell{text: fmt.Sprintf("%.1f", math.Round(10*x)/10+0), right: true, none: x == 0} // -0 + 0 is 0
}

// writeEnds writes the odds of each actor's state after the action: harm, conditions and changes of pools. It omits actors whose state
// can't change, except a target that can't be hurt.
func (x *oddsReport) writeEnds(w *textWriter) {
	for _, end := range x.odds.Ends {
		isSafeTarget := end.Who == x.firstTarget().Key && x.odds.IsHarmless()
		if !end.CanChange() && !isSafeTarget {
			continue
		}
		rows := [][]cell{headingRow(end.Name, "")}
		if isSafeTarget {
			rows = append(rows, []cell{{text: "can't be hurt by this"}})
		}
		if end.Hurt > 0 {
			rows = append(rows, []cell{{text: "hurt"}, probabilityCell(end.Hurt)}, []cell{{text: "can't act any more"}, probabilityCell(end.Out)})
		} else if end.Out > 0 {
			rows = append(rows, []cell{{text: "can't act any more"}, probabilityCell(end.Out)})
		}
		rows = append(rows, collect.Map(end.Puts, func(put rules.Possibility) []cell {
			return []cell{{text: lowerLabel(put.Name)}, probabilityCell(put.Probability)}
		})...)
		for _, pool := range end.Pools {
			for _, part := range pool.ChangesByKind() {
				rows = append(rows, []cell{{text: pool.Pool + " " + part.Name + ", on average"}, pointsCell(part.Value)})
			}
		}
		w.writeTable(rows)
		w.writeLine("")
	}
}

// writeLaterRolls writes the rolls that can follow the first one.
func (x *oddsReport) writeLaterRolls(w *textWriter) {
	rows := [][]cell{headingRow("Then", "", "rolled", "made")}
	for _, s := range x.odds.LaterChecks() {
		rows = append(rows, []cell{{text: lowerLabel(s.Label)}, {text: x.state.Find(s.Who).Name, style: dim}, probabilityCell(s.Reached), rightCell(percent(s.Made))})
	}
	if len(rows) > 1 {
		rows[0][1].right = false
		w.writeTable(rows)
		w.writeLine("")
	}
}

// writeRows writes the odds by row of the first table that is rolled, with the items that the target wears at each row's location.
func (x *oddsReport) writeRows(w *textWriter) {
	if len(x.odds.Rows) == 0 {
		return
	}
	target := x.firstTarget()
	wornHeading := cell{style: dim}
	if len(target.Sheet.Armour) > 0 {
		wornHeading.text = "worn there"
	}
	rows := [][]cell{append(headingRow(x.odds.TableLabel(), "likely", "hurt", "loses", "can't act"), wornHeading)}
	for _, row := range x.odds.Rows {
		worn := ""
		for _, armour := range target.Sheet.Armour {
			if armour.At.Label == row.Row {
				worn = armour.Item.Label
			}
		}
		rows = append(rows, []cell{{text: row.Row}, probabilityCell(row.Probability), probabilityCell(row.Hurt), pointsCell(row.Loss), probabilityCell(row.Out), {text: worn, style: dim}})
	}
	w.writeTable(clearEmptyColumns(rows))
	w.writeLine("")
}

// writeContributions writes how much each part of the chance, such as a wound, contributes to the chance and to the odds.
func (x *oddsReport) writeContributions(w *textWriter) {
	if len(x.contributions) == 0 {
		return
	}
	rows := [][]cell{headingRow("Effect", x.odds.Likelihood().Word, "made", "can't act")}
	for _, c := range x.contributions {
		rows = append(rows, []cell{{text: c.Label}, rightCell(command.FormatSigned(c.Number)), {text: signedPoints(c.Made), right: true}, {text: signedPoints(c.Out), right: true, none: c.Out == 0}})
	}
	w.writeTable(clearEmptyColumns(rows))
	w.writeLine("")
}

// contributionsJSON returns the contribution of each part of the chance, for --json. If the die is compared with a target number rather
// than a chance, it also has the part's contribution to that number.
func (x *oddsReport) contributionsJSON() []object {
	likely := x.odds.Likelihood()
	return append([]object{}, collect.Map(x.contributions, func(c rules.Contribution) (o object) {
		o.setKey("label", c.Label)
		o.setKey("chance", collect.Choose(likely.Percent, c.Number, rules.TrimNoise(100*c.Made)))
		if !likely.Percent {
			o.setKey("target", c.Number)
		}
		o.setKey("made", c.Made)
		o.setKey("out", c.Out)
		return o
	})...)
}

// signedPoints formats a change of a probability, from -1 to 1, in percent with a sign.
func signedPoints(p float64) string {
	sign := "+"
	if p < 0 {
		sign, p = "−", -p
	}
	return sign + percent(p)
}

// writeVariants writes a table with the outcome of each variant for the actor with the key who, then a note unless it is "". The first
// variant is the unchanged action. Columns without a value are omitted; if that leaves none, nothing is written.
func (x *oddsReport) writeVariants(w *textWriter, title, who string, all []variant, note string) {
	puts := x.odds.OddsOfActor(who).Puts
	if x.odds.OddsOfActor(who).Hurt > 0 {
		puts = nil // there would be too many
	}
	gains := !slices.ContainsFunc(all, func(v variant) bool { return v.odds.OddsOfActor(who).Loss > 0 })
	names := []string{title, "hurt", collect.Choose(gains, "gains", "loses"), "can't act"}
	names = append(names, collect.Map(puts, func(put rules.Possibility) string { return lowerLabel(put.Name) })...)
	rows := [][]cell{append(headingRow(names...), cell{text: "costs", style: dim})}
	precision := "" // footnote about variants whose odds are estimated; "" for none
	for _, v := range all {
		end, label := v.odds.OddsOfActor(who), lowerLabel(v.label)
		if v.odds.Samples > 0 {
			precision, label = v.odds.PrecisionText(), label+" *"
		}
		row := []cell{{text: label}, probabilityCell(end.Hurt), lossOrGainCell(gains, end.Loss), probabilityCell(end.Out)}
		row = append(row, collect.Map(puts, func(put rules.Possibility) cell { return probabilityCell(end.PutProbability(put.Name)) })...)
		rows = append(rows, append(row, cell{text: v.costs, style: dim, none: v.costs == ""}))
	}
	if head := clearEmptyColumns(rows)[0]; slices.ContainsFunc(head[1:len(head)-1], func(c cell) bool { return c.text != "" }) {
		w.writeTable(rows)
		if precision != "" {
			w.writeLine("  * %s", precision)
		}
		if note != "" {
			w.writeLine("  %s", note)
		}
	}
	w.writeLine("")
}
