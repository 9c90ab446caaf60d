package dashboard

import (
	"math"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The odds of all results of a line, the text of a command: for each combatant, by row of the table (such as the place hit), by answer
// of the target (such as a parry), by option, and by degree of success. page_preview.go has the chance of the line's first roll.
//
// rules.ActionOdds holds them: Ends has the odds for each combatant; TargetOdds returns those for the target. There, Hurt and Out are the
// chances to be wounded and to be unable to act, Loss is the average number of points lost, and Puts are the chances of conditions. An
// action that is harmless never wounds.

// effectPart is one likely effect of an action on its target.
type effectPart struct {
	label, value string    // texts such as "hurt" and "44%"; value is "" if the effect is certain
	suffix       string    // text after both, joined by a comma; "" if there is none
	role         draw.Role // role that shows how much it matters
}

// likelyEffects returns the likely effects of an action on its target: wounds, changes of pools, the likeliest condition, and the chance to
// put it out of the fight. It returns nil if o is nil.
func likelyEffects(rs *rules.Ruleset, o *rules.ActionOdds) (list []effectPart) {
	if o == nil {
		return nil
	}
	end := o.TargetOdds()
	verbs := map[string]string{"lost": "loses", "spent": "spends", "gained": "gains"} // verb for each word for a pool's change
	if o.IsHarmless() {
		list = append(list, effectPart{label: "can't be hurt by this"})
	}
	if end.Hurt > 0 {
		list = append(list, effectPart{label: "hurt", value: rules.FormatPercent(end.Hurt), suffix: "then by " + averagePoints(end.Loss/end.Hurt) + " on average"})
	}
	for _, pool := range end.Pools {
		for _, part := range pool.ChangesByKind() {
			if end.Hurt == 0 || part.Name != "lost" { // the line above covers losses by wounds
				list = append(list, effectPart{label: verbs[part.Name] + " " + pool.Pool, value: draw.Tenths(math.Round(10*part.Value) / 10), suffix: "on average"})
			}
		}
	}
	put := likeliestCondition(rs, o)
	if put != nil {
		list = append(list, effectPart{label: rules.MidSentence(put.Name), value: rules.FormatPercent(put.Probability)})
	}
	if end.Out > 0 && (put == nil || put.Probability != end.Out) {
		list = append(list, effectPart{label: "out of the fight", value: rules.FormatPercent(end.Out), role: draw.RoleStrong})
	}
	return list
}

// likelyEffectLines lists the likely effects of an action on its target, one per line, and how precise the numbers are unless they are
// exact.
func likelyEffectLines(rs *rules.Ruleset, o *rules.ActionOdds) (list []draw.PageLine) {
	for _, part := range likelyEffects(rs, o) {
		label := o.TargetOdds().Name + " " + part.label
		if part.suffix != "" {
			label += ", " + part.suffix
		}
		list = append(list, draw.PageLine{Left: label, Right: part.value, Role: part.role})
	}
	if len(list) > 0 && o.PrecisionText() != "" {
		list = append(list, draw.PageLine{Left: o.PrecisionText(), Role: draw.RoleDim})
	}
	return list
}

// addAllOddsLines adds the odds of all results of the line text to p, or a note if it has none or they are still being computed.
func (ps pages) addAllOddsLines(p *draw.Page, text string) {
	o := ps.actionOdds(text, true)
	if o.ActionOdds == nil {
		p.Text(draw.RoleDim, collect.Choose(ps.oddsSince().IsZero(), "This has no odds.", "working …"))
		return
	}
	for _, end := range o.Ends {
		addEndOdds(p, &end)
	}
	p.Grid(rowGrid(o.ActionOdds))
	for _, g := range o.Replies {
		if costs := g.Costs(ps.session.Rules()); costs != "" {
			p.Text(draw.RoleDim, ps.actorName(g.Need.Who)+": "+rules.MidSentence(g.Label)+", costs "+costs)
		}
	}
	for i := range o.Answers {
		p.Grid(ps.answerGrid(o.ActionOdds, &o.Answers[i]))
	}
	worth := draw.Grid{{"worth", o.Likelihood().Word, "made", "out"}} // change of the number and the chances by each option
	for _, w := range o.Worths {
		worth = append(worth, []string{w.Label, draw.FormatSigned(w.Number), signedPercent(w.Made), signedPercent(w.Out)})
	}
	p.Grid(worth)
	degrees := draw.Grid{{"degree", "likely", "loses", "out"}}
	for _, degree := range o.Degrees {
		if degree.Probability > 0 {
			degrees = append(degrees, []string{degree.Name, wholePercent(degree.Probability), averagePoints(degree.Loss), wholePercent(degree.Out)})
		}
	}
	p.Grid(degrees)
	then := draw.Grid{{"then rolled", "likely", "made"}}
	for _, s := range o.LaterChecks() {
		then = append(then, []string{rules.MidSentence(s.Label) + ", " + ps.actorName(s.Who), wholePercent(s.Reached), wholePercent(s.Made)})
	}
	p.Grid(then)
	if p.Gap(); o.TargetOdds().Hurt > 0 || o.TargetOdds().Out > 0 {
		p.Text(draw.RoleDim, "Percent, except average points lost. Out: can't act.")
	} else {
		p.Text(draw.RoleDim, "Percent.")
	}
	if about := o.PrecisionText(); about != "" {
		p.Text(draw.RoleDim, about)
	}
}

// rowGrid returns the odds by row of the first table that an action rolls on, such as the one that decides where it hits.
func rowGrid(o *rules.ActionOdds) draw.Grid {
	where := draw.Grid{{strings.ToLower(o.TableLabel()), "likely", "hurts", "loses", "out"}}
	for _, row := range o.Rows {
		where = append(where, []string{row.Row, wholePercent(row.Probability), wholePercent(row.Hurt), averagePoints(row.Loss), wholePercent(row.Out)})
	}
	return where
}

// answerGrid returns, for each answer that the combatant t.Who can choose, the odds for the affected combatant t.Of and the cost of the
// answer. The odds are the chance to be wounded, or the chances of conditions if the action can't wound. unanswered holds the odds
// without an answer.
func (ps pages) answerGrid(unanswered *rules.ActionOdds, t *command.AnswerTable) draw.Grid {
	rs, affected := ps.session.Rules(), unanswered.OddsOfActor(t.AffectedKey)
	head := "if " + ps.actorName(t.Who) + " answers"
	if t.HasEarlierTable {
		head += " later"
	}
	if t.AffectedKey != unanswered.TargetOdds().Who {
		head += ", for " + ps.actorName(t.AffectedKey)
	}
	puts := affected.Puts
	if affected.Hurt > 0 {
		puts = nil // conditions caused by wounds would need too many columns
	}
	heads := []string{head, "hurts", "loses", "out"}
	heads = append(heads, collect.Map(puts, func(put rules.Possibility) string { return rules.MidSentence(put.Name) })...)
	table := draw.Grid{append(heads, "costs")}
	add := func(label string, o *rules.ActionOdds, costs string) {
		end := o.OddsOfActor(t.AffectedKey)
		row := []string{label, wholePercent(end.Hurt), averagePoints(end.Loss), wholePercent(end.Out)}
		row = append(row, collect.Map(puts, func(put rules.Possibility) string { return wholePercent(end.PutProbability(put.Name)) })...)
		table = append(table, append(row, costs))
	}
	add("not at all", unanswered, t.None.Text(rs))
	for i := range t.List {
		add(rules.MidSentence(t.List[i].Label), t.List[i].ActionOdds, t.List[i].Costs(rs))
	}
	return table
}

// addEndOdds adds the likely state of a combatant after an action.
func addEndOdds(p *draw.Page, end *rules.EndOdds) {
	if !end.CanChange() {
		return
	}
	p.Gap()
	p.Text(draw.RoleTitle, end.Name)
	add := func(label string, x float64) {
		if x > 0 {
			p.Add(draw.PageLine{Left: label, Right: rules.FormatPercent(x), Indent: 2})
		}
	}
	add("hurt", end.Hurt)
	add("out of the fight", end.Out)
	for _, put := range end.Puts {
		add(rules.MidSentence(put.Name), put.Probability)
	}
	for _, pool := range end.Pools {
		for _, part := range pool.ChangesByKind() {
			p.Add(draw.PageLine{Left: pool.Pool + " " + part.Name + ", on average", Right: draw.Tenths(math.Round(10*part.Value) / 10), Indent: 2})
		}
	}
}

// averagePoints formats an average of points, with a decimal if it is below maxDecimalPoints.
func averagePoints(x float64) string {
	if x < maxDecimalPoints {
		return draw.Tenths(x)
	}
	return draw.Tenths(math.Round(x))
}

// maxDecimalPoints is the number of points below which an average is shown with a decimal.
const maxDecimalPoints = 3
