package rules

// Memory of a run, reused from run to run. Anything that outlives a run must be copied out. The slices are empty at the beginning of a run
// and grow during it; their capacity is kept.

// arena is the memory of a run, reused by the next run. A decision must not refer to it.
type arena struct {
	run           Run                         // run that uses this memory
	frames        arenaSlice[Frame]           // memory for frames
	sides         arenaSlice[side]            // memory for sides of frames
	ticked        arenaSlice[TickedSituation] // memory for situations of actors
	seqs          arenaSlice[seqFrame]        // memory for sequences in progress
	results       arenaSlice[stepResult]      // memory for results of steps
	resultSets    arenaSlice[stepResults]     // memory for results that are kept after their sequence has ended
	points        arenaSlice[float64]         // memory for lists of numbers
	actors        arenaSlice[Actor]           // memory for copies of actors
	pools         arenaSlice[Level]           // memory for Levels of actors
	held          arenaSlice[HeldCondition]   // memory for Conditions of actors
	stack         []*seqFrame                 // sequences in progress, the outermost first
	copies        []*Actor                    // actors that the run has copied, in the order of copying
	copyOf        map[string]*Actor           // copies by actor key; nil while there are few
	events        []Event                     // events so far
	records       []stepRecord                // recorded steps so far
	rolledDice    []Die                       // dice rolled so far
	usedUp        []usedUp                    // conditions used up so far
	tools         []*Item                     // last result of Run.findTools
	answers       []answer                    // answers to the current offer
	rated         []RatedAnswer               // ratings of these answers
	ratings       ratingCache                 // each check's ratings, by chance; kept from run to run
	trace         termTrace                   // terms of the numbers being computed
	previewRoller previewRoller               // roller of a preview, used to rate an answer
	roll          CheckPreview                // memory for that preview's roll
	doing         OngoingAction               // memory for the action of a preview
	outcome       Outcome                     // memory for the outcome of the current step
	previewRoll   CheckResult                 // memory for the result of a previewed roll
	branches      []*branch                   // unused branches of explorers
	tagKeys       tagKeys                     // sets of tags that have occurred; kept from run to run
}

// findCopy returns the run's copy of an actor, or nil.
func (s *arena) findCopy(key string) *Actor {
	if len(s.copies) <= fewActors {
		for _, actor := range s.copies {
			if actor.Key == key {
				return actor
			}
		}
		return nil
	}
	if s.copyOf == nil {
		s.copyOf = make(map[string]*Actor, 2*len(s.copies))
	}
	for _, actor := range s.copies[len(s.copyOf):] { // actors copied since the last call
		s.copyOf[actor.Key] = actor
	}
	return s.copyOf[key]
}

// copyActor returns a copy of an actor in this memory, with capacity for the given number of additional conditions.
func (s *arena) copyActor(a *Actor, spare int) *Actor {
	b := s.actors.alloc()
	*b = *a
	b.Levels = append(s.pools.allocN(len(a.Levels))[:0], a.Levels...)
	b.Conditions = append(s.held.allocN(len(a.Conditions) + spare)[:0], a.Conditions...)
	return b
}

// keepResults copies the results of a sequence's steps for later sequences.
func (s *arena) keepResults(seq *Sequence, results []stepResult) *stepResults {
	set := s.resultSets.alloc()
	set.seq, set.results = seq, append(s.results.allocN(len(results))[:0], results...)
	var h hash
	h.addResults(results, seq.outsideReads)
	set.hash = uint64(h)
	return set
}

// clear clears all memory for reuse by any run.
func (s *arena) clear() {
	s.frames.clear()
	s.sides.clear()
	s.ticked.clear()
	s.seqs.clear()
	s.results.clear()
	s.resultSets.clear()
	s.points.clear()
	s.actors.clear()
	s.pools.clear()
	s.held.clear()
	s.stack = clearList(s.stack[:cap(s.stack)])[:0]
	s.copies, s.copyOf = clearList(s.copies), nil
	s.events = clearList(s.events)
	s.records = clearList(s.records)
	s.rolledDice = clearList(s.rolledDice)
	s.usedUp = clearList(s.usedUp)
	s.tools = clearList(s.tools)
	s.answers = clearList(s.answers)
	s.rated = clearList(s.rated)
	s.trace.open = clearList(s.trace.open[:cap(s.trace.open)]) // traces that were handed out belong to the decision
	s.doing, s.previewRoll = OngoingAction{}, CheckResult{}
}

// clearUnrecorded frees the memory after a run that recorded nothing. It does not zero sides and sequences, which are set as a whole when
// they are allocated.
func (s *arena) clearUnrecorded() {
	s.frames.clear()
	s.sides.used, s.seqs.used = s.sides.used[:0], s.seqs.used[:0]
	s.ticked.clear()
	s.results.clear()
	s.points.clear()
	s.held.clear()
	s.copies, s.copyOf, s.usedUp = s.copies[:0], nil, s.usedUp[:0]
	s.tools, s.answers, s.rated = s.tools[:0], s.answers[:0], s.rated[:0]
}

// clearList zeroes list and returns it empty, with its capacity.
func clearList[T any](list []T) []T {
	if len(list) == 0 {
		return list
	}
	clear(list)
	return list[:0]
}

// freeList holds unused memory. A sync.Pool in a ruleset would keep the whole ruleset alive through two garbage collections, so games that
// are loaded, tried and dropped would pile up.
type freeList[T any] chan *T

// maxFree is the number of unused pieces that are kept, which is as many as may be in use at the same time.
const maxFree = 16

// get returns an unused piece, or a new one.
func (l freeList[T]) get() *T {
	select {
	case old := <-l:
		return old
	default:
		return new(T)
	}
}

// put returns piece to the list, or drops it if the list is full.
func (l freeList[T]) put(piece *T) {
	select {
	case l <- piece:
	default:
	}
}

// arenaSlice allocates zeroed values and frees all of them at once.
type arenaSlice[T any] struct{ used []T }

// minSlice is the initial capacity of an arenaSlice.
const minSlice = 8

// allocN returns n adjacent zeroed values.
func (s *arenaSlice[T]) allocN(n int) []T {
	from := len(s.used)
	if from+n > cap(s.used) {
		from, s.used = 0, make([]T, 0, max(n, 2*cap(s.used), minSlice))
	}
	s.used = s.used[:from+n]
	return s.used[from : from+n : from+n]
}

// alloc returns a zeroed value.
func (s *arenaSlice[T]) alloc() *T { return &s.allocN(1)[0] }

// clear frees all values.
func (s *arenaSlice[T]) clear() { s.used = clearList(s.used) }

// fewActors is the number of copies up to which a linear search is faster than a map.
const fewActors = 16
