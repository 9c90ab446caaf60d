package dashboard

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"hybrid/gm/analysis"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// Pages about the course of a fight: the first side's chance to win after each entry (package analysis). An entry's swing is its change
// of that chance, which is split into dice, choice and manual changes. A turning point is an entry with a large swing. The usual choice
// is the one that the actor's tactic would have made; an entry is marked (Mark) if the choice was much better or worse than that. A
// what-if is the likely result of the fight if another line had been typed in place of an entry.

// coursePage returns a page of w by h cells with the course of a fight: a chart, the turning points, unusual choices, and the change of
// the chance by each combatant's dice and choices. course is nil if nothing is known yet.
func (ps pages) coursePage(course *analysis.Line, w, h int) *draw.Page {
	if course == nil {
		p := &draw.Page{Title: "How it turned"}
		p.Text(draw.RoleDim, "fighting …")
		return p
	}
	p := &draw.Page{Title: course.Label + ": how it turned"}
	p.Text(draw.RoleStrong, course.Text())
	p.Gap()
	for _, row := range course.Chart(w, max(4, min(10, h/3))) {
		p.Text(draw.RoleText, row)
	}
	p.Gap()
	for n, i := range course.TurningInOrder() {
		point := &course.Points[i]
		p.Add(draw.PageLine{Left: fmt.Sprintf("%d  %d %s", n+1, point.Seq, point.Text), Right: changeText(point), Role: swingRole(point.Swing)})
	}
	p.Gap()
	for i := range course.Points {
		if point := &course.Points[i]; point.Mark != "" {
			text := fmt.Sprintf("%s  %d %s: %s", point.Mark, point.Seq, course.NameOf(point.Chooser), ps.withNames(point.Chosen))
			p.Add(draw.PageLine{Left: text, Note: "usually " + ps.withNames(point.Usual), Right: point.Fair.Points()})
		}
	}
	p.Gap()
	widest := 0
	for _, person := range course.Persons {
		widest = max(widest, draw.Width(person.Name))
	}
	for _, person := range course.Persons {
		p.Add(draw.PageLine{Left: draw.PadRight(person.Name, widest), Note: person.Side,
			Right: "dice " + analysis.FormatSigned(person.Dice) + ", choices " + analysis.FormatSigned(person.Choice)})
	}
	p.Gap()
	p.Text(draw.RoleDim, fmt.Sprintf("± is half the 95%% interval of %d fights from each moment. Dice and choices are in points of the chance of %s. A mark is by what the chooser could know.", course.Fights, course.Sides[0]))
	return p
}

// changeText formats the first side's chance before and after an entry, and the swing.
func changeText(point *analysis.Point) string {
	return fmt.Sprintf("%s → %s  %s", rules.FormatPercent(point.Chances[0].Share-point.Swing.Share), rules.FormatPercent(point.Chances[0].Share), point.Swing.Points())
}

// swingRole returns the role of a swing: low if the first side's chance fell, otherwise good.
func swingRole(c analysis.Chance) draw.Role {
	if c.Share < 0 {
		return draw.RoleLow
	}
	return draw.RoleGood
}

// addChanceLines adds to p the swing of the entry with the number seq and its parts, the usual choice in its place, and better
// alternatives. It adds nothing if chances are off or unknown, or the swing is too small and there are no alternatives.
func (ps pages) addChanceLines(p *draw.Page, seq int64) {
	turn, known := ps.chances.points[seq]
	better := ps.chances.alternatives[seq]
	hasBetter := better != nil && len(better.list) > 0
	if !ps.session.ShowsChances() || !known || !turn.isShown() && !hasBetter {
		return
	}
	p.Gap()
	p.Add(draw.PageLine{Left: turn.analysisLine.Sides[0] + " wins", Right: changeText(turn.Point), Role: swingRole(turn.Swing)})
	for _, part := range []struct {
		label string
		swing analysis.Chance
	}{{"dice", turn.Dice}, {"choice", turn.Choice}, {"by hand", turn.Hand}} {
		isLarge := math.Abs(part.swing.Share) >= minSwing && part.swing.Share != turn.Swing.Share
		isShown := isLarge || part.label != "dice" && part.swing.Share != 0 // small effects of dice are omitted
		if isShown {
			p.Add(draw.PageLine{Left: part.label, Right: part.swing.Points(), Indent: 2})
		}
	}
	if turn.Usual != "" {
		worth := ""
		if turn.Fair.HalfWidth > 0 {
			worth = turn.Fair.Points()
		}
		p.Add(draw.PageLine{Left: strings.TrimSpace(turn.Mark + " usually " + ps.withNames(turn.Usual)), Right: worth, Indent: 2})
	}
	if hasBetter {
		for _, alternative := range better.list {
			p.Add(draw.PageLine{Left: "better: " + ps.withNames(alternative.Line), Right: alternative.Gain.Points(), Indent: 2})
		}
	}
	p.Text(draw.RoleDim, turn.analysisLine.Assumption)
}

// maxChangedEntries is the maximum number of changed entries that a what-if lists.
const maxChangedEntries = 12

// fillWhatIfPage replaces the lines of p with the result of a what-if: the chances with another line in place of an entry, and the entries
// that would have changed.
func (ps pages) fillWhatIfPage(p *draw.Page, supposition *analysis.Supposition) {
	p.Lines = nil
	ends := "unknown"
	if supposition.NewEnd != nil {
		ends = supposition.NewEnd.Text()
	}
	grid := draw.Grid{
		{supposition.Side + " wins", "as it was", "what if", ""},
		{"before the dice", supposition.ActualChance.Text(), supposition.NewChance.Text(), supposition.Gain.Points()},
		{analysis.MomentText(supposition.Over) + ", with the same dice", supposition.ActualEnd.Text(), ends, ""},
	}
	for _, row := range grid { // with a column of names and three of numbers
		p.Add(draw.PageLine{Left: fmt.Sprintf("%-31s", row[0]), Right: fmt.Sprintf("%10s  %10s  %9s", row[1], row[2], row[3])})
	}
	p.Gap()
	p.Text(draw.RoleText, supposition.LaterText())
	for _, e := range supposition.ListChanges(maxChangedEntries) {
		p.Add(draw.PageLine{Left: fmt.Sprintf("%d was %s", e.Seq, e.Was), Role: draw.RoleDim})
		p.Add(draw.PageLine{Left: "now " + cmp.Or(e.Now, "nothing"), Indent: 2})
	}
	p.Gap()
	p.Text(draw.RoleDim, fmt.Sprintf("± is half the 95%% interval of %s each, %s.", command.CountText(supposition.Fights, "fight", "fights"), supposition.Assumption))
}
