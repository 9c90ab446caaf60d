package dashboard

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// A page on how the fight will likely end, simulated in the background until it is precise enough.

// simulationTime is the longest time for the fights of one page.
const simulationTime = 20 * time.Second

// simulate opens a page on how the fight will likely end. It is worked out in another goroutine, and shows figures as they
// come.
func (d *Dashboard) simulate(text string) {
	list, err := simulate.Scenarios(d.session.Game(), d.session.Targets(), text)
	if err != nil {
		d.warn(err)
		return
	}
	p := &draw.Page{Title: "The likely end, from " + d.momentText(d.session.State()) + " on"}
	p.Text(draw.RoleDim, "fighting …")
	d.prompt.close()
	d.showPage(p)
	d.later(func(ctx context.Context) func() {
		ctx, stop := context.WithTimeout(ctx, simulationTime)
		defer stop()
		simulationLines(ctx, list, d.precision, func(lines []draw.PageLine) { d.Post(func() { p.Lines = lines }) })
		return func() {}
	})
}

// simulationLines simulates each scenario until its figures are within precision, a share, or ctx is done. It calls show with the
// lines so far whenever there are new figures.
func simulationLines(ctx context.Context, list []simulate.Scenario, precision float64, show func([]draw.PageLine)) {
	var done draw.Page
	for i := range list {
		sim := &list[i]
		sim.Workers = max(1, runtime.GOMAXPROCS(0)-1) // one is left for the dashboard
		done.Gap()
		done.Text(draw.RoleTitle, sim.Title)
		part, err := sim.RunUntil(ctx, precision, func(part *simulate.Part) {
			so := draw.Page{Lines: slices.Clone(done.Lines)}
			likelyFightEnd(&so, sim.Rules, part.Of.Result(&part.Counts))
			show(so.Lines)
		})
		if err != nil {
			done.Text(draw.RoleBad, err.Error())
			show(done.Lines)
			continue
		}
		likelyFightEnd(&done, sim.Rules, part.Of.Result(&part.Counts))
	}
}

// winCells is the width of the bar of a side.
const winCells = 8

// likelyFightEnd says how a fight ends.
func likelyFightEnd(p *draw.Page, rs *rules.Ruleset, l *simulate.Result) {
	if l.Runs == 0 {
		p.Text(draw.RoleDim, "No fight ended in time.")
		return
	}
	for _, side := range l.Sides {
		p.Add(draw.PageLine{Left: side.Side + " wins", Right: fmt.Sprintf("%s, %s to %s", rules.Percent(side.Wins.Share), rules.Percent(side.Wins.Low), rules.Percent(side.Wins.High)),
			Share: side.Wins.Share, Bar: winCells})
	}
	if l.Undecided.Times > 0 {
		p.Pair(draw.RoleText, "draw", rules.Percent(l.Undecided.Share))
	}
	if rs.Pack.Seconds() > 0 {
		p.Pair(draw.RoleText, "over in", fmt.Sprintf("%s s (%s to %s)", oneDecimal(l.Seconds.Median), oneDecimal(l.Seconds.Low), oneDecimal(l.Seconds.High)))
	} else {
		p.Pair(draw.RoleText, "over after", fmt.Sprintf("%s (%s to %s)", command.Counted(rs, l.Counts.Median), draw.Tenths(l.Counts.Low), draw.Tenths(l.Counts.High)))
	}
	if l.Undecided.Times < l.Runs {
		p.Pair(draw.RoleText, "decided after", command.Counted(rs, l.Turns.Median))
	}
	p.Gap()
	for i := range l.Sides {
		if side := &l.Sides[i]; len(side.Lost) > 0 {
			p.Add(draw.PageLine{Left: side.Side, Note: lossText(side.Lost)})
		}
	}
	for i := range l.Fighters {
		m := &l.Fighters[i]
		end := "out " + rules.Percent(m.Out.Share)
		if m.Left.Times > 0 {
			end += ", left " + rules.Percent(m.Left.Share)
		}
		p.Add(draw.PageLine{Left: m.Name, Note: lossText(m.Lost), Right: end})
	}
	p.Text(draw.RoleDim, fmt.Sprintf("%d fights; the range holds 80%% of them", l.Runs))
}

// lossText is what is lost of pools on average.
func lossText(pools []simulate.PoolLost) string {
	return strings.Join(collect.Map(pools, func(pool simulate.PoolLost) string { return pool.Pool + " " + draw.Signed(-math.Round(pool.Mean)) }), ", ")
}

func oneDecimal(x float64) string { return draw.Tenths(math.Round(10*x) / 10) }
