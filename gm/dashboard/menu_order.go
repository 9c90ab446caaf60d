package dashboard

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// The order in which the combatants of a side, its figures, act. It matters in games in rounds if a stage of the round asks each side for
// this order.

// openOrderMenu lists the figures of a side, to be numbered by ticking them in the order in which they are to act. The last one needs no tick.
func (m menus) openOrderMenu(side *rules.Actor) {
	figures := m.d.session.Rules().StageFigures(m.d.session.State(), side.Key)
	var order []string // keys of the ticked figures, in the order of their ticks
	line := func() string { return strings.TrimRight(side.Key+": orders "+strings.Join(order, " "), " ") }
	l := &picker{title: side.Name + " › in which order?", line: line}
	l.load = func() []listItem {
		return collect.Map(figures, func(a *rules.Actor) listItem {
			it := listItem{name: a.Key, label: a.Name, sign: "[ ]"}
			if at := slices.Index(order, a.Key); at >= 0 {
				it.sign = "[" + strconv.Itoa(at+1) + "]"
			}
			return it
		})
	}
	l.toggle = func(it *listItem) {
		if at := slices.Index(order, it.name); at >= 0 {
			order = slices.Delete(order, at, at+1)
			return
		}
		order = append(order, it.name)
	}
	l.commit = func() {
		for _, a := range figures { // add the last one if only that is missing
			if len(order) == len(figures)-1 && !slices.Contains(order, a.Key) {
				order = append(order, a.Key)
			}
		}
		m.d.doLine(line())
	}
	m.d.openOverlay(l)
}
