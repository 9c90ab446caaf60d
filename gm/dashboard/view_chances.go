package dashboard

import (
	"math"
	"strings"

	"hybrid/gm/analysis"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules/collect"
)

// The first side's chance to win, in the title bar, and its changes at the right edge of the log. An analysis.Line is the course of a
// fight, with a point for each entry of the log. The swing of an entry is its change of the chance. mode_chances.go computes both.

// chances caches the results of the analyses so far. The zero value is empty.
type chances struct {
	line         *analysis.Line          // analysis of the last fight; nil until there is a result
	isOutdated   bool                    // whether the session has newer entries than line
	points       map[int64]fightPoint    // chances after each entry of the analysed fights, by entry number; nil for none
	alternatives map[int64]*alternatives // better alternatives, by number of the entry, to entries viewed in the history; nil for none
}

// fightPoint is a point of an analysed fight, with its analysis.Line.
type fightPoint struct {
	*analysis.Point
	analysisLine *analysis.Line // course of the fight to which the point belongs
}

// alternatives lists choices that would have been better than the choice of an entry; the list is empty if there are none.
type alternatives struct{ list []analysis.Alternative }

// addPoints adds to c.points those points of l whose chances are known.
func (c *chances) addPoints(l *analysis.Line) {
	if c.points == nil {
		c.points = map[int64]fightPoint{}
	}
	for i := range l.Points {
		if p := &l.Points[i]; len(p.Chances) > 0 {
			c.points[p.Seq] = fightPoint{p, l}
		}
	}
}

// minSwing is the smallest swing (change of the first side's chance to win) that is shown, as a share.
const minSwing = 0.02

// isShown reports whether the swing is large enough to be shown, or the choice was marked as unusually good or bad.
func (p fightPoint) isShown() bool { return math.Abs(p.Swing.Share) >= minSwing || p.Mark != "" }

// The width of a sparkline (a tiny chart in one row) on a narrow and on a wide screen, in cells.
const (
	minSpark = 10
	maxSpark = 18
)

// chanceTitle returns the first side's chance to win the current fight, with a sparkline of the given width and the last swing that is
// shown. It returns "" if no fight is running, or chances are off or unknown.
func (v *view) chanceTitle(cells int) string {
	l := v.chances.line
	if !v.session.ShowsChances() || l == nil || !v.session.State().Running {
		return ""
	}
	now, swing := "", ""
	for i := len(l.Points) - 1; i >= 0 && (now == "" || swing == ""); i-- {
		p := fightPoint{&l.Points[i], l}
		if now == "" && len(p.Chances) > 0 {
			now = p.Chances[0].Text()
		}
		if swing == "" && math.Abs(p.Swing.Share) >= minSwing {
			swing = " " + analysis.FormatSigned(p.Swing.Share)
		}
	}
	if now == "" {
		return ""
	}
	return l.Sides[0] + " " + now + collect.Choose(v.chances.isOutdated, "…", "") + " " + l.SparkLine(cells) + swing
}

// The width, in cells, of the column for the swing of an entry, at the right edge of the log and of the history.
const (
	edgeCells     = 8
	pastEdgeCells = 11
)

// edgeWidth returns the width, in cells, of the column for swings at the right edge of the log, or 0 if there is none.
func (v *view) edgeWidth() int {
	if !v.session.ShowsChances() || len(v.chances.points) == 0 {
		return 0
	}
	return collect.Choose(v.isInPast(), pastEdgeCells, edgeCells)
}

// drawEdge draws the swing of the entry with the number seq at the right edge of row y, if the swing is large enough to be shown. In the
// history, it adds the confidence interval.
func (v *view) drawEdge(c draw.Canvas, y int, seq int64) {
	p, known := v.chances.points[seq]
	if v.edgeWidth() == 0 || !known || !p.isShown() {
		return
	}
	text := collect.Choose(v.isInPast(), p.Swing.Points(), analysis.FormatSigned(p.Swing.Share))
	c.TextRight(c.W-1, y, strings.TrimSpace(p.Mark+" "+text), collect.Choose(p.Swing.Share < 0, draw.RoleLow, draw.RoleGood))
}

// pastChanceText returns the first side's chance to win after the entry of the history with the number seq, and a sparkline of its fight,
// or "" if chances are off or unknown.
func (v *view) pastChanceText(seq int64) string {
	p, known := v.chances.points[seq]
	if v.edgeWidth() == 0 || !known {
		return ""
	}
	return p.analysisLine.Sides[0] + " " + p.Chances[0].Text() + " " + p.analysisLine.SparkLine(maxSpark)
}
