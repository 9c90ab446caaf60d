package dashboard

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The effect of a line, the text of a command, before it is carried out: when it takes effect, its chance term by term, and the odds of
// each degree of success. A ladder is a list of results with one line each. page_brief.go shows the effect in a few rows.
//
// A number, such as the chance of a roll, is a sum of terms. A term can have parts, which add up to it, and inputs, the values that it
// was computed from; a term that is a bound limits the sum. In command.Preview, Counts is the duration in counts, the game's units of
// time, Check the check of the actor, Ends the odds of an action without a check, Others the other actors of a check by several actors,
// and First the first of two simultaneous actions.

// previewLine returns a page with the effect of a line, or the reason why it is refused.
func (ps pages) previewLine(line string) *draw.Page {
	v, err := ps.preview(line)
	if err != nil {
		text, _ := errorText(err)
		p := &draw.Page{}
		p.Text(draw.RoleBad, "! "+text)
		return p
	}
	p := ps.previewPage(&v, line, ps.pageW, ps.pageH)
	return p
}

// previewPage returns a page of wide by tall cells with the effect of the line text, whose preview is v: when it takes effect, who acts
// before that, its costs, its chance term by term, and the odds of every degree.
func (ps pages) previewPage(v *command.Preview, text string, wide, tall int) *draw.Page {
	p := &draw.Page{Title: cmp.Or(ps.planSentence(v), text)}
	if len(v.Others) > 0 {
		p.Title = message.Capitalise(v.Doing.MeansText(ps.session.Rules()))
	}
	if v.Counts > 0 {
		p.Right = ps.landingText(v)
		if !ps.session.Game().AtRest() {
			_, at := ps.actionSpan(v)
			cells := collect.Choose(tall >= len(v.Odds)+12, 2*wide-12, wide) // nearly two rows of text on a tall page, otherwise one
			p.Text(draw.RoleDim, eventsBeforeText(ps.eventsBefore(text, v, at), cells))
		}
	}
	if v.Counts > 0 && ps.showSources {
		ps.addTerms(p, v.Time, 2)
		p.Gap()
	}
	if len(v.Prices) > 0 {
		p.Pair(draw.RoleText, "costs", rules.PricesText(v.Prices))
	}
	switch {
	case v.Arrival > 0 && v.Action != nil:
		p.Pair(draw.RoleText, "there", draw.Tenths(v.Arrival)+" at the earliest")
	case v.Arrival > 0:
		p.Pair(draw.RoleText, "there", draw.Tenths(v.Arrival))
	}
	if v.First != nil {
		ps.addFirstActionLines(p, v.First, text)
	}
	if v.Check == nil && v.ResultOdds == nil {
		return p
	}
	if v.Check == nil {
		ps.addThrowLines(p, v, text)
		return p
	}
	ps.addCheckLines(p, v, text, wide, tall)
	return p
}

// addCheckLines adds the check of an action to p: its chance term by term, the faces or odds of every degree, and the likely effects. With
// showAllOdds it adds the odds of all results instead.
func (ps pages) addCheckLines(p *draw.Page, v *command.Preview, text string, wide, tall int) {
	if ps.showAllOdds {
		if o := ps.actionOdds(text, true); o.ActionOdds != nil && len(o.Degrees) > 0 {
			p.Add(draw.PageLine{Left: ps.session.Rules().DescribeComparison(o.Roll.Check), Right: targetNumberText(o.Roll), Role: draw.RoleTitle})
			p.Add(draw.PageLine{Left: "made", Right: rules.FormatPercent(o.Made)})
		}
		ps.addAllOddsLines(p, text)
		return
	}
	if len(v.Others) > 0 {
		ps.addIndividualLines(p, v)
		return
	}
	ps.addTerms(p, ps.withOwners(v.Check.Terms, v.Whom), 0)
	effects := likelyEffectLines(ps.session.Rules(), ps.actionOdds(text, false).ActionOdds)
	hasLadder := wide >= ladderCells && tall >= len(p.Lines)+len(v.Odds)+len(effects)+3 // whether each degree gets a line
	if hasLadder {
		p.Rule()
	}
	ps.addComparison(p, v)
	bands := dieFaces(v.Check)
	switch {
	case hasLadder && len(bands) > 0:
		p.Gap()
		addFacesLadder(p, bands, wide >= barCells)
		p.Gap()
		p.Lines = append(p.Lines, effects...)
		if o := ps.actionOdds(text, false).ActionOdds; o != nil && wide >= barCells && tall >= len(p.Lines)+len(o.Rows)+2 {
			p.Grid(rowGrid(o))
		}
	case hasLadder:
		p.Gap()
		addOddsLadder(p, v.Odds)
		p.Lines = append(p.Lines, effects...)
	case len(bands) > 0:
		p.Lines = append(p.Lines, effects...)
		var faces strings.Builder
		for _, s := range facesRow(v.Check) {
			faces.WriteString(s.Text)
		}
		p.Text(draw.RoleText, faces.String())
	default:
		p.Lines = append(p.Lines, effects...)
		p.Lines = append(p.Lines, oddsRows(v.Odds)...)
	}
}

// addComparison adds to p the number with which the roll of v's check is compared, the dice, the checks that must succeed first, and
// a notice from the rules.
func (ps pages) addComparison(p *draw.Page, v *command.Preview) {
	if v.Check.Versus != "" {
		p.Pair(draw.RoleStrong, "throws", v.Check.Versus)
	}
	if v.Check.KeptDice != "" {
		p.Pair(draw.RoleStrong, "roll", v.Check.KeptDice)
	}
	p.Add(draw.PageLine{Left: ps.session.Rules().DescribeComparison(v.Check.Check), Right: ps.sumText(v.Check), Role: draw.RoleTitle})
	for _, f := range v.Check.Filters {
		p.Add(draw.PageLine{Left: rules.MidSentence(f.Skill.Label) + ", before it", Right: targetNumberText(f.Roll), Indent: 1})
	}
	if v.Check.Notice != "" && !isMinimumChance(v.Check) {
		p.Text(draw.RoleBad, "! "+v.Check.Notice)
	}
}

// addIndividualLines adds the chance of each actor in a check by several actors to p.
func (ps pages) addIndividualLines(p *draw.Page, v *command.Preview) {
	who, checks := v.AllChecks()
	for i, check := range checks {
		p.Pair(draw.RoleStrong, ps.actorName(who[i]), ps.session.Rules().DescribeComparison(check.Check)+" "+targetNumberText(check))
	}
}

// addThrowLines adds to p the effect of an action that rolls dice without a check: the average dice of each step, and the likely effects.
func (ps pages) addThrowLines(p *draw.Page, v *command.Preview, text string) {
	for _, s := range v.ResultOdds.ThrowSteps() {
		p.Add(draw.PageLine{Left: rules.MidSentence(s.Label) + ", " + ps.actorName(s.Who), Right: s.MeanDiceText()})
	}
	if ps.showAllOdds {
		ps.addAllOddsLines(p, text)
		return
	}
	effects := likelyEffectLines(ps.session.Rules(), v.ResultOdds)
	if len(p.Lines) > 0 && len(effects) > 0 {
		p.Rule()
	}
	p.Lines = append(p.Lines, effects...)
}

// barCells is the minimum width of a page, in cells, at which the faces of a die have bars.
const barCells = 52

// addFacesLadder adds the meanings of a die's faces to p, one per line, with their probabilities, which are also drawn as bars if bars is
// set.
func addFacesLadder(p *draw.Page, list []faceRange, bars bool) {
	for i, f := range list {
		lead := collect.Choose(i == 0, "roll ", "     ")
		l := draw.PageLine{Left: lead + draw.PadRight(f.text, 8) + f.meaning, Right: rules.FormatPercent(f.share), Role: f.role}
		if bars {
			l.Bar, l.Share, l.Right = 8, f.share, draw.PadLeft(l.Right, 4)
		}
		p.Add(l)
	}
}

// addFirstActionLines adds to p a summary of the effect of the first of two simultaneous actions. text is the line of both.
func (ps pages) addFirstActionLines(p *draw.Page, first *command.Preview, text string) {
	_, at := ps.actionSpan(first)
	p.Add(draw.PageLine{Left: "at the same time: " + ps.planSentence(first), Right: "at " + draw.Tenths(at), Role: draw.RoleStrong})
	if first.Check != nil {
		p.Add(draw.PageLine{Left: ps.session.Rules().DescribeComparison(first.Check.Check), Right: targetNumberText(first.Check), Indent: 2})
	}
	if o := ps.actionOdds(text, false); o.First != nil {
		for _, l := range likelyEffectLines(ps.session.Rules(), o.First.ActionOdds) {
			l.Indent = 2
			p.Lines = append(p.Lines, l)
		}
	}
	p.Gap()
}

// ladderCells is the minimum width of a page, in cells, at which the odds are listed one per line.
const ladderCells = 38

// addTerms adds the terms of a number to p, each with its parts and, if sources are shown, its place in the rules' files. indent is in
// cells.
func (ps pages) addTerms(p *draw.Page, terms []rules.Term, indent int) {
	for _, t := range rules.WithEffectSigns(terms) {
		if t.IsLimit() && !ps.showSources {
			continue // the resulting chance shows the bound
		}
		p.Add(draw.PageLine{Left: t.Label + inputsText(t.InputsToShow()), Note: ps.guidePlace(&t), Right: draw.Tenths(t.Value), Indent: indent})
		ps.addSourceIfShown(p, t, indent+2)
		ps.addParts(p, &t, indent+2)
	}
}

// addParts adds the parts of a term to p, each followed by its own parts.
func (ps pages) addParts(p *draw.Page, t *rules.Term, indent int) {
	for i := range t.Parts {
		part := &t.Parts[i]
		if len(t.Parts) == 1 && part.Label == t.Label { // the part is the whole number that the term adds or subtracts
			ps.addSourceIfShown(p, *part, indent)
			ps.addParts(p, part, indent)
			continue
		}
		value := draw.FormatSigned(part.Value) + strings.Repeat(" ", 5) // to the left of the terms' values
		p.Add(draw.PageLine{Left: part.Label, Note: ps.guidePlace(part), Right: value, Indent: indent, Role: draw.RoleDim})
		ps.addSourceIfShown(p, *part, indent+2)
		ps.addParts(p, part, indent+2)
	}
}

// guidePlace returns the reference of a term to the rule book, or "" if sources are shown, since these include the
// reference.
func (ps pages) guidePlace(t *rules.Term) string {
	if ps.showSources {
		return ""
	}
	return t.Guide
}

// withOwners returns terms with labels such as “Defence of Scar” for those that depend on the other actor, whose key is other.
func (ps pages) withOwners(terms []rules.Term, other string) []rules.Term {
	a := ps.shownState().Find(other)
	if a == nil {
		return terms
	}
	list := slices.Clone(terms)
	for i := range list {
		t := &list[i]
		isOwnPart := len(t.Parts) == 1 && t.Parts[0].Label == t.Label // see addParts
		t.Parts = ps.withOwners(t.Parts, other)
		if label, ok := t.OtherActorLabel(); ok {
			t.Label = label + " of " + a.Short
		}
		if isOwnPart {
			t.Parts[0].Label = t.Label
		}
	}
	return list
}

// addSourceIfShown adds the place of a term in the rules' files to p, if sources are shown.
func (ps pages) addSourceIfShown(p *draw.Page, t rules.Term, indent int) {
	if ps.showSources {
		addSource(p, t, indent)
	}
}

// addSource adds the place of a term in the rules' files, and its reference to the rule book, to p.
func addSource(p *draw.Page, t rules.Term, indent int) {
	if t.Source == "" {
		return
	}
	text := t.Source
	if t.Guide != "" {
		text += " · " + t.Guide
	}
	p.Add(draw.PageLine{Left: text, Indent: indent, Role: draw.RoleDim})
}

// inputsText lists the values that a term was computed from, in parentheses, or returns "" if there are none.
func inputsText(inputs []rules.Input) string {
	if len(inputs) == 0 {
		return ""
	}
	list := collect.Map(inputs, func(in rules.Input) string {
		return strings.TrimPrefix(in.Name, "skill.") + " " + draw.Tenths(in.Value)
	})
	return " (" + strings.Join(list, ", ") + ")"
}

// addOddsLadder adds odds to p, one per line, each with a bar.
func addOddsLadder(p *draw.Page, odds []rules.Odd) {
	for _, odd := range odds {
		r := collect.Choose(odd.Probability == 0, draw.RoleDim, draw.RoleText)
		p.Add(draw.PageLine{Left: oddName(odd), Right: draw.PadLeft(rules.FormatPercent(odd.Probability), 4), Bar: 8, Share: odd.Probability, Role: r})
	}
}

// oddsRows returns odds in a few rows, without impossible ones. Consecutive degrees whose names end in the same word share a row, which
// omits that word.
func oddsRows(odds []rules.Odd) []draw.PageLine {
	var lines []draw.PageLine
	for i := 0; i < len(odds); {
		word, j := lastWord(oddName(odds[i])), i
		var list []string
		for ; j < len(odds) && lastWord(oddName(odds[j])) == word; j++ {
			if odds[j].Probability == 0 {
				continue
			}
			name := cmp.Or(strings.TrimSpace(strings.TrimSuffix(oddName(odds[j]), word)), word)
			list = append(list, strings.ToLower(name)+" "+wholePercent(odds[j].Probability))
		}
		if len(list) > 0 {
			lines = append(lines, draw.PageLine{Left: strings.Join(list, " · ")})
		}
		i = j
	}
	return lines
}

// oddName returns the label of the degree of odd, or its name if it has none.
func oddName(odd rules.Odd) string {
	if odd.Degree != nil && odd.Degree.Label != "" {
		return odd.Degree.Label
	}
	return odd.Name
}

// lastWord returns the last word of text.
func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }
