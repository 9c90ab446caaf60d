package command

import (
	"strings"

	"hybrid/rules"
)

// clock sets the calendar: `clock day 2 06:30`, or `clock 06:30` for the next time that a clock shows it. What a combatant
// suffers or does stays as it is; time that is lived through is let pass.
func (g timeline) clock(l *Line) (Decided, error) {
	if g.Campaign.Begins == nil {
		return Decided{}, Refusal("this campaign has no calendar; say in campaign.yaml when it begins: begins: day 1 21:40")
	}
	now := *g.Campaign.Begins + g.State.Elapsed
	to, ok := rules.ReadDate(strings.Join(l.Words, " "))
	if !ok && len(l.Words) == 1 {
		to, ok = rules.NextTimeOfDay(now, l.Words[0])
	}
	if !ok {
		return Decided{}, Refusal("say the day and the time, or the time that comes next: clock day 2 06:30, clock 06:30; it is %s", rules.Date(now))
	}
	return titled("the clock shows "+rules.Date(to)+", and no longer "+rules.Date(now), "", rules.Event{Kind: rules.EventTime, At: to - *g.Campaign.Begins}), nil
}
