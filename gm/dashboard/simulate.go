package dashboard

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"hybrid/gm"
)

// simulating is how long all fights of one look ahead may take together.
const simulating = 1500 * time.Millisecond

// simulate opens a page on how the fight will likely end. It is worked out elsewhere; the page fills when it is done,
// and the dashboard goes on meanwhile.
func (d *Dashboard) simulate(text string) {
	list, err := d.session.Suppose(text)
	if err != nil {
		d.warn(err)
		return
	}
	p := &page{title: "How it will likely end, from count " + number(d.session.State().Count) + " on"}
	p.text(roleDim, "fighting …")
	d.prompt.close()
	d.show(p)
	go func() {
		lines := simulated(list, simulating)
		d.Post(func() { p.lines = lines })
	}()
}

// simulated fights as often as there is time for, and says how it ended.
func simulated(list []gm.Supposed, within time.Duration) []line {
	var p page
	for i := range list {
		sim := &list[i]
		ctx, stop := context.WithTimeout(context.Background(), within/time.Duration(len(list)))
		likely, err := sim.Run(ctx, nil)
		stop()
		p.gap()
		p.text(roleTitle, sim.Title)
		if err != nil {
			p.text(roleBad, err.Error())
			continue
		}
		p.likely(likely)
	}
	return p.lines
}

// winCells is how wide the bar of a side is.
const winCells = 16

// likely says how a fight ends.
func (p *page) likely(l *gm.Likely) {
	if l.Runs == 0 {
		p.text(roleDim, "there was no time for a whole fight")
		return
	}
	for _, side := range l.Sides {
		p.add(line{left: side.Side + " wins", note: fmt.Sprintf("%s to %s", share(side.Wins.Low), share(side.Wins.High)),
			right: share(side.Wins.Share), share: side.Wins.Share, bar: winCells})
	}
	if l.Undecided.Times > 0 {
		p.pair(roleText, "nobody wins", share(l.Undecided.Share))
	}
	p.pair(roleText, "over in", fmt.Sprintf("%s s (%s to %s)", tenths(l.Seconds.Median), tenths(l.Seconds.Low), tenths(l.Seconds.High)))
	p.pair(roleText, "turns after", number(l.Turns.Median)+" counts")
	p.gap()
	for i := range l.Fighters {
		m := &l.Fighters[i]
		var lost []string
		for _, pool := range m.Lost {
			lost = append(lost, pool.Pool+" "+signed(-math.Round(pool.Mean)))
		}
		end := "out " + share(m.Out.Share)
		if m.Left.Times > 0 {
			end += ", left " + share(m.Left.Share)
		}
		p.add(line{left: m.Name, note: strings.Join(lost, ", "), right: end})
	}
	p.text(roleDim, fmt.Sprintf("%d fights, eight of ten between the two numbers; each by its tactic", l.Runs))
}

// share is a part in whole per cent; what is there at all, and not all, is never shown as none or as all.
func share(x float64) string {
	switch {
	case x > 0 && x < 0.005:
		return "<1 %"
	case x < 1 && x > 0.995:
		return ">99 %"
	}
	return number(math.Round(100*x)) + " %"
}

func tenths(x float64) string { return number(math.Round(10*x) / 10) }
