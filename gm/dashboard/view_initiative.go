package dashboard

import (
	"slices"

	"hybrid/rules"
)

// maxDrops is the maximum number of drops that one key press passes. A drop is an event that only takes points from a combatant who can't
// act anyway; see view.isDrop.
const maxDrops = 200

// countDrops returns the number of drops, of combatants who can't act, before any other pending event, or 0 if there is no other.
func (v *view) countDrops() int {
	owed := v.pendingEvents()
	return max(0, slices.IndexFunc(owed, func(o rules.PendingEvent) bool { return !v.isDrop(&o) }))
}

// isDrop reports whether a pending event only takes more points from a combatant who can't act.
func (v *view) isDrop(o *rules.PendingEvent) bool {
	if o.Kind != rules.OwedTick || o.Held.Expires() {
		return false
	}
	hasOwnRoll := o.Held.Condition.Every.Sequence.Text != ""
	return !hasOwnRoll && v.cannotAct(o.Actor)
}
