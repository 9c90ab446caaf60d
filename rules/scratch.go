package rules

// scratch is memory that a run works in, and that the next run uses again. Nothing of it may get into a decision.
type scratch struct {
	frames   slab[Frame]
	sides    slab[side]
	ticked   slab[Ticked]
	seqs     slab[seqFrame]
	results  slab[stepResult]
	points   slab[float64]
	actors   slab[Actor]
	pools    slab[Level]
	held     slab[Held]
	copies   []*Actor
	events   []Event
	noted    []noted
	drawn    []Die
	spent    []spent
	tools    []*Item
	answers  []answer
	weighed  []Weighed
	notes    notes
	unread   Outcome   // of steps that nobody writes down
	branches []*branch // of fans, to be used again
}

// copied is an actor in this memory, with room for so many more conditions.
func (s *scratch) copied(a *Actor, more int) *Actor {
	b := s.actors.one()
	*b = *a
	b.Levels = append(s.pools.take(len(a.Levels))[:0], a.Levels...)
	b.Conditions = append(s.held.take(len(a.Conditions) + more)[:0], a.Conditions...)
	return b
}

// clear forgets everything but the memory.
func (s *scratch) clear() {
	s.frames.clear()
	s.sides.clear()
	s.ticked.clear()
	s.seqs.clear()
	s.results.clear()
	s.points.clear()
	s.actors.clear()
	s.pools.clear()
	s.held.clear()
	s.copies = emptied(s.copies)
	s.events = emptied(s.events)
	s.noted = emptied(s.noted)
	s.drawn = emptied(s.drawn)
	s.spent = emptied(s.spent)
	s.tools = emptied(s.tools)
	s.answers = emptied(s.answers)
	s.weighed = emptied(s.weighed)
	s.notes = notes{open: emptied(s.notes.open[:cap(s.notes.open)])} // what terms read is in the decision
}

// forget is clear after a run that wrote nothing down.
func (s *scratch) forget() {
	s.frames.clear()
	s.sides.clear()
	s.seqs.clear()
	s.results.clear()
	s.points.clear()
	s.held.clear()
	s.copies, s.spent = s.copies[:0], s.spent[:0]
	s.tools, s.answers, s.weighed = s.tools[:0], s.answers[:0], s.weighed[:0]
}

func emptied[T any](list []T) []T {
	if len(list) == 0 {
		return list
	}
	clear(list)
	return list[:0]
}

// slab hands out zeroed memory piece by piece, and takes all of it back at once.
type slab[T any] struct{ used []T }

// leastSlab is how many pieces the first slab has.
const leastSlab = 8

// take hands out n pieces side by side.
func (s *slab[T]) take(n int) []T {
	from := len(s.used)
	if from+n > cap(s.used) {
		from, s.used = 0, make([]T, 0, max(n, 2*cap(s.used), leastSlab))
	}
	s.used = s.used[:from+n]
	return s.used[from : from+n : from+n]
}

func (s *slab[T]) one() *T { return &s.take(1)[0] }

func (s *slab[T]) clear() { s.used = emptied(s.used) }
