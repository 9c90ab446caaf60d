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

// Pages about the course of a fight, the effect of an entry on it, and the result of another choice.

// coursePage returns a page of w by h cells with the course of a fight; l is nil if nothing is known yet.
func (ps pages) coursePage(l *analysis.Line, w, h int) *draw.Page {
	if l == nil {
		p := &draw.Page{Title: "How it turned"}
		p.Text(draw.RoleDim, "fighting …")
		return p
	}
	p := &draw.Page{Title: l.Label + ": how it turned"}
	p.Text(draw.RoleStrong, l.Text())
	p.Gap()
	for _, row := range l.Chart(w, max(4, min(10, h/3))) {
		p.Text(draw.RoleText, row)
	}
	p.Gap()
	for n, i := range l.TurningInOrder() {
		o := &l.Points[i]
		p.Add(draw.PageLine{Left: fmt.Sprintf("%d  %d %s", n+1, o.Seq, o.Text), Right: changeText(o), Role: swingRole(o.Swing)})
	}
	p.Gap()
	for i := range l.Points {
		if o := &l.Points[i]; o.Mark != "" {
			p.Add(draw.PageLine{Left: fmt.Sprintf("%s  %d %s: %s", o.Mark, o.Seq, l.NameOf(o.Chooser), ps.withNames(o.Chosen)), Note: "usually " + ps.withNames(o.Usual), Right: o.Fair.Points()})
		}
	}
	p.Gap()
	widest := 0
	for _, person := range l.Persons {
		widest = max(widest, draw.Width(person.Name))
	}
	for _, person := range l.Persons {
		p.Add(draw.PageLine{Left: draw.PadRight(person.Name, widest), Note: person.Side, Right: "dice " + analysis.FormatSigned(person.Dice) + ", choices " + analysis.FormatSigned(person.Choice)})
	}
	p.Gap()
	p.Text(draw.RoleDim, fmt.Sprintf("± is half the 95%% interval of %d fights from each moment. Dice and choices are in points of the chance of %s. A mark is by what the chooser could know.", l.Fights, l.Sides[0]))
	return p
}

// changeText returns the chance of the first side before and after an entry, with the swing.
func changeText(o *analysis.Point) string {
	return fmt.Sprintf("%s → %s  %s", rules.FormatPercent(o.Chances[0].Share-o.Swing.Share), rules.FormatPercent(o.Chances[0].Share), o.Swing.Points())
}

// swingRole returns the style of a swing.
func swingRole(c analysis.Chance) draw.Role {
	if c.Share < 0 {
		return draw.RoleLow
	}
	return draw.RoleGood
}

// chanceLines adds the swing of an entry, that is, its effect on the first side's chance to win, with its parts, and better alternatives.
func (ps pages) chanceLines(p *draw.Page, seq int64) {
	o, known := ps.chances.turns[seq]
	better := ps.chances.better[seq]
	hasBetter := better != nil && len(better.list) > 0
	if !ps.session.ShowsChances() || !known || !o.isShown() && !hasBetter {
		return
	}
	p.Gap()
	p.Add(draw.PageLine{Left: o.analysisLine.Sides[0] + " wins", Right: changeText(o.Point), Role: swingRole(o.Swing)})
	for _, part := range []struct {
		label string
		swing analysis.Chance
	}{{"dice", o.Dice}, {"choice", o.Choice}, {"by hand", o.Hand}} {
		isLarge := math.Abs(part.swing.Share) >= minSwing && part.swing.Share != o.Swing.Share
		if isLarge || part.label != "dice" && part.swing.Share != 0 {
			p.Add(draw.PageLine{Left: part.label, Right: part.swing.Points(), Indent: 2})
		}
	}
	if o.Usual != "" {
		worth := ""
		if o.Fair.HalfWidth > 0 {
			worth = o.Fair.Points()
		}
		p.Add(draw.PageLine{Left: strings.TrimSpace(o.Mark + " usually " + ps.withNames(o.Usual)), Right: worth, Indent: 2})
	}
	if better != nil {
		for _, a := range better.list {
			p.Add(draw.PageLine{Left: "better: " + ps.withNames(a.Line), Right: a.Gain.Points(), Indent: 2})
		}
	}
	p.Text(draw.RoleDim, o.analysisLine.Assumption)
}

// maxOther is the maximum number of entries, changed by a what-if, that are listed.
const maxOther = 12

// supposedPage replaces the lines of p with the result that another line would have had in place of an entry.
func (ps pages) supposedPage(p *draw.Page, supposition *analysis.Supposition) {
	p.Lines = nil
	ends := "unknown"
	if supposition.Ends != nil {
		ends = supposition.Ends.Text()
	}
	grid := draw.Grid{{supposition.Side + " wins", "as it was", "what if", ""}, {"before the dice", supposition.Before.Text(), supposition.Then.Text(), supposition.Gain.Points()}, {analysis.MomentText(supposition.Over) + ", with the same dice", supposition.Ended.Text(), ends, ""}}
	for _, row := range grid {
		p.Add(draw.PageLine{Left: fmt.Sprintf("%-31s", row[0]), Right: fmt.Sprintf("%10s  %10s  %9s", row[1], row[2], row[3])})
	}
	p.Gap()
	p.Text(draw.RoleText, supposition.LaterText())
	for _, e := range supposition.ListChanges(maxOther) {
		p.Add(draw.PageLine{Left: fmt.Sprintf("%d was %s", e.Seq, e.Was), Role: draw.RoleDim})
		p.Add(draw.PageLine{Left: "now " + cmp.Or(e.Now, "nothing"), Indent: 2})
	}
	p.Gap()
	p.Text(draw.RoleDim, fmt.Sprintf("± is half the 95%% interval of %s each, %s.", command.Plural(supposition.Fights, "fight", "fights"), supposition.If))
}
