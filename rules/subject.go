package rules

// subject is an actor of a run: what happens to it, and what it does.
type subject struct {
	*Run
	a    *Actor
	tool *Item // what it uses, of which pools of things are; nil for nothing
	met  *Item // what the other one uses, about which a condition between the two is there; what is in hand without it
}

func (r *Run) of(a *Actor) subject { return subject{Run: r, a: a} }

// happen lets an event happen to the actor.
func (s subject) happen(e *Event) {
	e.of, e.Who = s.a, s.a.Key
	s.emit(e)
}
