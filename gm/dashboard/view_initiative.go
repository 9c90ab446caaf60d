package dashboard

import (
	"slices"

	"hybrid/rules"
)

// Drops are pending effects of conditions that only take points from combatants who can't act anyway, such as the bleeding of someone
// unconscious. The key n skips them on the way to the next event. A tick is an effect of a condition that recurs at intervals.

// maxDrops is the maximum number of drops that one key press skips.
const maxDrops = 200

// countDrops returns the number of drops before the first other pending event, or 0 if there is no other event.
func (v *view) countDrops() int {
	events := v.pendingEvents()
	return max(0, slices.IndexFunc(events, func(o rules.PendingEvent) bool { return !v.isDrop(&o) }))
}

// isDrop reports whether a pending event is a drop: an effect of a condition, without a roll of its own, on a combatant who can't act.
func (v *view) isDrop(o *rules.PendingEvent) bool {
	if o.Kind != rules.PendingTick || o.Held.Expires() {
		return false
	}
	hasOwnRoll := o.Held.Condition.Every.Sequence.Text != "" // the effect is a sequence of steps, which can roll dice
	return !hasOwnRoll && v.cannotAct(o.Actor)
}
