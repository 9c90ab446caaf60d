package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// The effect of a line, the text of a command, in a few rows, shown where the full preview (page_preview.go) doesn't fit. A number, such as
// the chance of a roll, is a sum of terms, and a term can have parts of its own. A row consists of spans, each a text with a role, the
// meaning by which the theme colours it. A faced die has named faces instead of numbers. A band is a range of a die's faces with the same
// result; a degree of success has a factor for the size of its effect, such as ×2.

// effectRows returns the effect of a line in rows of at most width cells: the terms of its chance, the meaning of the die's faces, and
// the likely effect. If these take more than room rows, it omits the parts of terms.
func (ps pages) effectRows(line string, width, room int) [][]draw.StyledText {
	rows := ps.briefRows(line, width, true)
	if len(rows) > room {
		rows = ps.briefRows(line, width, false)
	}
	return rows
}

// briefRows returns the effect of a line in rows of at most width cells, or the reason why the line is impossible. If withParts is set, the
// parts of the chance's terms follow the terms.
func (ps pages) briefRows(line string, width int, withParts bool) [][]draw.StyledText {
	v, err := ps.preview(line)
	if err != nil {
		text, _ := errorText(err)
		return [][]draw.StyledText{{{Text: "! " + text, Role: draw.RoleBad}}}
	}
	var rows [][]draw.StyledText
	if v.First != nil && v.First.Check != nil { // the action is the second of two simultaneous ones
		rows = append(rows, []draw.StyledText{{Text: "at the same time ", Role: draw.RoleDim},
			{Text: ps.withTarget(v.First.Doing.MeansText(ps.session.Rules()), v.First.Doing) + " " + shortChance(v.First.Check)}})
	}
	if v.Check == nil {
		return append(rows, ps.uncheckedRows(&v)...)
	}
	if len(v.Others) > 0 { // a check by several actors
		return append(rows, ps.individualRows(&v, width)...)
	}
	if v.Check.Versus != "" { // faced dice, or dice that are added up
		rows = append(rows, []draw.StyledText{{Text: v.Check.Versus + ", " + ps.sumText(v.Check), Role: draw.RoleStrong},
			{Text: "  " + termsText(ps.withOwners(v.Check.Terms, v.Whom)), Role: draw.RoleDim}})
	} else {
		rows = append(rows, sumRows(ps.sumText(v.Check), ps.withOwners(v.Check.Terms, v.Whom), width, withParts)...)
	}
	if v.Check.Notice != "" && !isMinimumChance(v.Check) {
		rows = append(rows, []draw.StyledText{{Text: "! " + v.Check.Notice, Role: draw.RoleBad}})
	}
	if row := facesRow(v.Check); row != nil {
		rows = append(rows, row)
	}
	if o := ps.actionOdds(line, false).ActionOdds; o != nil {
		if row := ps.targetEffectRow(o); row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// uncheckedRows returns the effect of an action for which the actor rolls no check: its duration, and the dice of its effect.
func (ps pages) uncheckedRows(v *command.Preview) (rows [][]draw.StyledText) {
	if v.Counts > 0 && !ps.inRounds() {
		text := ps.landingText(v)
		if !ps.session.Game().AtRest() {
			text = "takes " + ps.durationText(v.Counts) + ", " + text
		}
		rows = append(rows, []draw.StyledText{{Text: text}})
	}
	if v.ResultOdds == nil {
		return rows
	}
	if row := ps.throwsRow(v.ResultOdds); row != nil {
		rows = append(rows, row)
	}
	if row := ps.targetEffectRow(v.ResultOdds); row != nil {
		rows = append(rows, row)
	}
	return rows
}

// individualRows returns the chance of each actor in a check by several actors, in rows of at most width cells.
func (ps pages) individualRows(v *command.Preview, width int) (rows [][]draw.StyledText) {
	who, checks := v.AllChecks()
	for i, check := range checks {
		text, used := ps.shortNameOf(who[i])+" ", 0
		if len(rows) > 0 {
			used = draw.SpanWidth(rows[len(rows)-1])
		}
		if chance := shortChance(check); used == 0 || used+3+draw.Width(text+chance) > width {
			rows = append(rows, []draw.StyledText{{Text: text, Role: draw.RoleDim}, {Text: chance, Role: draw.RoleStrong}})
		} else {
			rows[len(rows)-1] = append(rows[len(rows)-1], draw.StyledText{Text: " · ", Role: draw.RoleRule},
				draw.StyledText{Text: text, Role: draw.RoleDim}, draw.StyledText{Text: chance, Role: draw.RoleStrong})
		}
	}
	return rows
}

// throwsRow returns a row with the average dice of each step that throws faced dice, or nil if there is no such step.
func (ps pages) throwsRow(o *rules.ActionOdds) (row []draw.StyledText) {
	for i, s := range o.ThrowSteps() {
		if i > 0 {
			row = append(row, draw.StyledText{Text: " · ", Role: draw.RoleRule})
		}
		row = append(row, draw.StyledText{Text: rules.MidSentence(s.Label) + " "}, draw.StyledText{Text: s.MeanDiceText(), Role: draw.RoleStrong})
	}
	return row
}

// isMinimumChance reports whether the chance of a roll is the minimum that the rules guarantee every roll, because its terms add up to
// less.
func isMinimumChance(p *rules.CheckPreview) bool {
	likely := p.Likelihood()
	return !likely.Varies() && p.Notice != "" && unboundedSum(p.Terms) < likely.Number
}

// unboundedSum returns the sum of the terms of a number, without the terms that are bounds (a minimum or maximum).
func unboundedSum(terms []rules.Term) (sum float64) {
	for i := range terms {
		if !terms[i].IsLimit() {
			sum += terms[i].Value
		}
	}
	return sum
}

// sumText formats the number that a roll is compared with. For a minimum chance, it returns the rules' notice with the sum of the terms
// instead.
func (ps pages) sumText(p *rules.CheckPreview) string {
	if isMinimumChance(p) {
		return p.Notice + " (would be " + draw.Tenths(unboundedSum(p.Terms)) + ")"
	}
	return targetNumberText(p)
}

// sumRows returns head, an equals sign and the terms in rows of at most width cells, all but the first indented. If withParts is set, the
// parts of the terms follow, dimmed.
func sumRows(head string, terms []rules.Term, width int, withParts bool) [][]draw.StyledText {
	head += " = "
	indent := min(draw.Width(head), width/4)
	rows := [][]draw.StyledText{{{Text: head, Role: draw.RoleStrong}}}
	x := draw.Width(head)                   // column at which the last row ends
	add := func(text string, r draw.Role) { // adds text to the last row, or to a new one if it doesn't fit
		if x > indent && x+draw.Width(text) > width {
			rows = append(rows, []draw.StyledText{{Text: strings.Repeat(" ", indent)}})
			x = indent
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], draw.StyledText{Text: text, Role: r})
		x += draw.Width(text)
	}
	var parts []string
	terms = rules.WithEffectSigns(terms)
	for i := range terms {
		t := &terms[i]
		if t.IsLimit() {
			continue
		}
		add(signedTermText(t, i == 0)+"  ", draw.RoleText)
		if partList := partTexts(t); len(partList) > 0 && withParts {
			parts = append(parts, labelBeforeNumber(t.Label)+": "+strings.Join(partList, ", "))
		}
	}
	for i, part := range parts {
		if i > 0 {
			part = "· " + part
		}
		if indent+draw.Width(part) < width { // the part fits in one row
			add(part+" ", draw.RoleDim)
			continue
		}
		for _, piece := range strings.SplitAfter(part+" ", ", ") {
			add(piece, draw.RoleDim)
		}
	}
	return rows
}

// signedTermText returns the text of a term of a sum: its value, its label and its inputs. A plus or minus sign and a space come first,
// except in the first term, where the sign is part of the value.
func signedTermText(t *rules.Term, isFirst bool) string {
	value := draw.Tenths(t.Value)
	switch {
	case isFirst: // no sign before the value
	case t.Value < 0:
		value = "− " + strings.TrimPrefix(value, "−")
	default:
		value = "+ " + strings.TrimPrefix(value, "−")
	}
	if strings.IndexAny(t.Label, "0123456789") == 0 { // without a separator, the value and the label's number would run together
		value += ":"
	}
	return value + " " + rules.MidSentence(t.Label) + inputsText(t.InputsToShow())
}

// labelBeforeNumber returns the words of a label before its first word with a digit. It returns the whole label if there is no such word, or if
// it is the first.
func labelBeforeNumber(label string) string {
	words := strings.Fields(label)
	if at := slices.IndexFunc(words, func(word string) bool { return strings.ContainsAny(word, "0123456789") }); at > 0 {
		return strings.Join(words[:at], " ")
	}
	return label
}

// termsText lists the terms of a number and their parts in one line.
func termsText(terms []rules.Term) string {
	var list []string
	for _, t := range rules.WithEffectSigns(terms) {
		if !t.IsLimit() {
			list = append(list, rules.MidSentence(t.Label)+" "+draw.Tenths(t.Value)+inputsText(t.InputsToShow()))
			list = append(list, partTexts(&t)...)
		}
	}
	return strings.Join(list, ", ")
}

// partTexts lists the parts of a term, each followed by its own parts.
func partTexts(t *rules.Term) (list []string) {
	for i := range t.Parts {
		part := &t.Parts[i]
		if part.Label != t.Label { // the same label again would add nothing
			list = append(list, rules.MidSentence(part.Label)+" "+draw.FormatSigned(part.Value))
		}
		list = append(list, partTexts(part)...)
	}
	return list
}

// faceRange is a range of a die's faces with the same meaning.
type faceRange struct {
	text    string    // the range as shown, such as "6–14"
	short   string    // short form of the meaning, such as "×1"
	meaning string    // name of the meaning, such as that of a degree of success
	share   float64   // probability of these faces, from 0 to 1
	role    draw.Role // role that shows how good the faces are
}

// dieFaces returns the meanings of a die's faces, best first, or nil if they aren't known before the roll. Neighbouring kinds of failure
// that are equally bad are joined.
func dieFaces(p *rules.CheckPreview) (list []faceRange) {
	bands := p.Bands()
	if len(bands) == 0 {
		return nil
	}
	highest := 0.0 // highest face that has a meaning
	for _, b := range bands {
		highest = max(highest, float64(b.To))
	}
	for i := 0; i < len(bands); i++ {
		b := bands[i]
		f := bandMeaning(&b)
		for i+1 < len(bands) && !b.Made && !bands[i+1].Made && isBadMiss(&b) == isBadMiss(&bands[i+1]) { // joined with the next one
			i++
			b.To = max(b.To, bands[i].To)
			b.Share += bands[i].Share
		}
		f.text, f.share = facesText(b.From, b.To), b.Share
		if b.Again { // reached only by rerolls, so it is a sum and not a range of faces
			f.text = b.Text()
		}
		if i == len(bands)-1 && i > 0 && b.From < int(highest) { // the last range is open
			f.text = draw.Tenths(float64(b.From)) + " up"
		}
		list = append(list, f)
	}
	return list
}

// bandMeaning returns the names and the role of the meaning of a band of faces, without the faces themselves and their share.
func bandMeaning(b *rules.Band) faceRange {
	switch {
	case b.Made && b.Degree != nil:
		factor, name := "×"+draw.Decimals(b.Degree.Factor, 2), b.Degree.Label
		if at := strings.LastIndexByte(name, ' '); at > 0 { // without the noun, such as "success"
			name = name[:at]
		}
		return faceRange{short: factor, meaning: name + " " + factor, role: draw.RoleGood}
	case b.Made:
		return faceRange{short: "made", meaning: "made", role: draw.RoleGood}
	case isBadMiss(b):
		return faceRange{short: "bad miss", meaning: "bad miss", role: draw.RoleLow}
	}
	return faceRange{short: "miss", meaning: "miss"}
}

// facesRow returns a row with the meanings of a die's faces, best first, or nil if they aren't known before the roll.
func facesRow(p *rules.CheckPreview) []draw.StyledText {
	list := dieFaces(p)
	if len(list) == 0 {
		return nil
	}
	row := []draw.StyledText{{Text: "roll", Role: draw.RoleDim}}
	separator := " "
	for _, f := range list {
		row = append(row, draw.StyledText{Text: separator, Role: draw.RoleRule}, draw.StyledText{Text: f.text, Role: draw.RoleStrong},
			draw.StyledText{Text: " " + f.short, Role: f.role})
		separator = " │ "
	}
	return row
}

// isBadMiss reports whether a band of faces is a degree of failure worse than a plain miss: one with a negative factor.
func isBadMiss(b *rules.Band) bool { return !b.Made && b.Degree != nil && b.Degree.Factor < 0 }

// facesText formats a range of a die's faces.
func facesText(from, to int) string {
	if from == to {
		return draw.Tenths(float64(from))
	}
	return draw.Tenths(float64(from)) + "–" + draw.Tenths(float64(to))
}

// targetEffectRow returns a row with the likely effect of an action on its target, or nil if it has none.
func (ps pages) targetEffectRow(o *rules.ActionOdds) []draw.StyledText {
	parts := likelyEffects(ps.session.Rules(), o)
	if len(parts) == 0 {
		return nil
	}
	end := o.TargetOdds()
	name := draw.StyledText{Text: end.Name, Role: draw.RoleStrong}
	for _, a := range ps.session.State().Actors {
		if a.Name == end.Name {
			name = draw.StyledText{Text: a.Short, Role: ps.sideRole(a)}
		}
	}
	row := []draw.StyledText{name, {Text: " "}}
	add := func(i int, text string, role draw.Role) {
		if i > 0 {
			row = append(row, draw.StyledText{Text: " · ", Role: draw.RoleRule})
		}
		row = append(row, draw.StyledText{Text: text, Role: role})
	}
	for i, part := range parts { // a condition or loss, its value, and its consequence
		text := strings.TrimSuffix(part.label+" "+part.value, " ")
		if part.suffix != "" {
			text += ", " + part.suffix
		}
		add(i, text, part.role)
	}
	if about := o.PrecisionText(); about != "" {
		add(len(parts), about, draw.RoleDim)
	}
	return row
}
