package verbs

import (
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// setCalendar sets the calendar: `clock day 2 06:30`, or `clock 06:30` for the next time that a clock shows it. Conditions and actions are
// unchanged; `pass` lets time pass instead. A timeline (timeline.go) wraps a game and adds the methods for verbs in fights and scenes.
func (g timeline) setCalendar(l *command.Line) (_ command.DecidedCommand, err error) {
	if g.Campaign.Begins == nil {
		return command.DecidedCommand{}, command.Refusal("This campaign has no calendar. Add its start to campaign.yaml, for example `begins: day 1 21:40`.")
	}
	now := *g.Campaign.Begins + g.State.Elapsed
	to, ok := rules.ParseDate(strings.Join(l.Words, " "))
	if !ok && len(l.Words) == 1 {
		to, ok = rules.NextTimeOfDay(now, l.Words[0])
	}
	if !ok {
		return command.DecidedCommand{}, command.Refusal("Enter a day and a time, or only a time: `clock day 2 06:30`, `clock 06:30`. It's %s.", rules.DateText(now))
	}
	w := titledDecision("the clock is set to "+rules.DateText(to)+", from "+rules.DateText(now), "")
	w.Decision, err = g.Rules.DecideManually(g.State, rules.DecisionInput{}, func(h *rules.ManualChanges) { h.SetClock(to - *g.Campaign.Begins) })
	w.TitledEvents = 1
	return w, err
}
