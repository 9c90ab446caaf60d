package dashboard

import (
	"slices"

	"hybrid/rules"
)

// maxDrops is how many drops one key goes past at the most.
const maxDrops = 200

// dropsBefore is how many drops of those who cannot act come before anything else that is owed; 0 where nothing else is.
func (v *view) dropsBefore() int {
	owed := v.owedNow()
	return max(0, slices.IndexFunc(owed, func(o rules.Owed) bool { return !v.isDrop(&o) }))
}

// isDrop reports whether what is owed only takes more from one who cannot act.
func (v *view) isDrop(o *rules.Owed) bool {
	return o.Kind == rules.OwedTick && !o.Held.Expires() && o.Held.Condition.Every.Sequence.Text == "" && v.out(o.Actor)
}
