package rules

import (
	"slices"
)

// The fields of a run: the state, the dice, the answers, and the record. run_stack.go is its loop.

// Run computes one decision: it rolls dice, asks for missing answers, and emits events. Its roller decides how dice fall, and its
// event sink where events go. It has many methods because an action can go on in many ways.
type Run struct {
	*arena
	rs           *Ruleset
	state        *State // the encounter; nil outside an encounter
	dice         Dice
	roller       roller            // decides what is left to chance
	ledger       eventSink         // takes the events
	answersByKey map[string]string // answers, by key of the question
	record       bool
	purpose      string
	rolling      string   // key of the actor who rolls the next die
	lifted       []*Skill // filter skills that limit nothing in this use
	among        []string
	centre       *Actor // the target of an action that also reaches actors near it; nil if none
	words        string // words said with the action, such as the trigger of a preset one
	place        *Row   // the place of a body that was named for the damage; nil if it is rolled
	placeSide    string // left or right, of place
	window       float64
	takingEffect *Doing  // the action that takes effect now
	against      float64 // margin given by hand
	againstDeed  *Action // the action whose checks are rolled against that margin; nil: those of answers too (earlier versions)
	called       bool    // the game master calls for this roll
	secret       bool
	earlier      bool    // as in Known
	covert       bool    // a secret condition acts: its effects are secret, too
	hushed       bool    // the present check is secret
	blank        *tagKey // cached tags of a roll without an action; nil if none
	terse        bool    // refusals give no reason
	stopped      bool
	zeros        int               // number of pools that are brought to their limits now, one by another
	laid         *faceCounts       // faces of a check that is made again with them; nil: it is rolled
	answering    *call             // the answer that runs at once
	answerEffort *owedEffort       // effort of an answer that is not recorded yet
	ways         map[string]string // paths of steps that asked, by key of the question
	overrule     map[string]string // results that the game master sets, by step
	because      string
	chooser      func(*Actor, Offer) int
	watch        *watchedAnswer // the answer whose question the odds look for; nil outside of odds
	everybody    []Ticked       // situations of all actors; nil until they are known

	coming     float64  // added to the count that formulas read: 1 in a roll for the next round
	world      *world   // the world of its copies; nil if none reads one
	unknown    *unknown // facts that the viewer doesn't know; nil if everything is known
	unbelieved bool     // a formula read a belief that no actor holds
	span       *span    // the span of time that passes; nil if none
	steps      int      // number of steps so far
	changes    int      // number of events so far
	acting     *Actor   // the actor whose action takes effect
	prolonged  bool     // that action goes on after its steps
	late       float64  // delay of its next turn, in counts, due to the answers it gave meanwhile
	err        error
}

// usedUp is a condition that was used up, with the key of its actor.
type usedUp struct {
	who string
	id  int
}

// stepRecord is a recorded step, with the ranges of its dice and events within those of the run.
type stepRecord struct {
	out    Outcome
	dice   [2]int
	events [2]int
}

// savepoint is the length of a run's record when a step begins.
type savepoint struct{ dice, events, records int }

func (r *Run) savepoint() savepoint {
	return savepoint{len(r.rolledDice), len(r.events), len(r.records)}
}

// insertRecord inserts an outcome before those recorded since began, with the dice and events since then.
func (r *Run) insertRecord(out Outcome, began savepoint) {
	n := stepRecord{out, [2]int{began.dice, len(r.rolledDice)}, [2]int{began.events, len(r.events)}}
	r.records = slices.Insert(r.records, began.records, n)
}

func (r *Run) isTimeless() bool { return r.state == nil || !r.state.Running }

// rollDie rolls one die, unless the run has stopped already.
func (r *Run) rollDie(faces int, purpose string) int {
	if r.err != nil {
		return 0
	}
	return r.roller.rollDie(faces, purpose)
}

// dieName returns the stored name of a die. Names of common dice need no memory.
func dieName(faces int) string {
	switch faces {
	case 100:
		return "d100"
	case 6:
		return "d6"
	}
	return "d" + formatNumber(float64(faces))
}

// emit sends an event to the run's ledger.
func (r *Run) emit(e *Event) {
	if r.err != nil {
		return
	}
	r.changes++
	switch ledger := r.ledger.(type) { // the compiler sees that these two don't retain the event, so it needs no memory
	case *Live:
		r.err = ledger.takeEvent(e)
	case recorder:
		r.err = ledger.takeEvent(e)
	default:
		other := *e
		r.err = ledger.takeEvent(&other)
	}
}

// adoptActor returns the run's own version of an actor, made if it is new.
func (r *Run) adoptActor(a *Actor) *Actor {
	if own := r.findCopy(a.Key); own != nil {
		return own
	}
	own := r.ledger.ownActor(a)
	r.joinWorld(own)
	r.copies = append(r.copies, own)
	return own
}

// sceneSituations returns the situations that hold for every actor in the encounter.
func (r *Run) sceneSituations() []Ticked {
	if r.everybody != nil || r.state == nil || len(r.state.Situations) == 0 {
		return r.everybody
	}
	list := r.ticked.allocN(len(r.state.Situations))[:0]
	for _, name := range r.state.Situations {
		if situation, ok := r.rs.Situations.Get(name); ok {
			list = append(list, Ticked{Situation: situation})
		}
	}
	r.everybody = slices.Clip(list)
	return r.everybody
}

// situationsOf returns the situations that hold for an actor in the encounter: its own, and those of the scene except for groups that its
// own replace.
func (r *Run) situationsOf(a *Actor) []Ticked {
	scene := r.sceneSituations()
	if len(a.Situations) == 0 {
		return scene
	}
	var own []Ticked
	for _, name := range a.Situations {
		if s, ok := r.rs.Situations.Get(name); ok {
			own = append(own, Ticked{Situation: s})
		}
	}
	var list []Ticked
	for _, t := range scene {
		if !slices.ContainsFunc(own, func(o Ticked) bool {
			return o.Situation == t.Situation || o.Situation.Group != "" && o.Situation.Group == t.Situation.Group
		}) {
			list = append(list, t)
		}
	}
	return slices.Clip(append(list, own...))
}

// joinWorld moves an actor that the run has copied into the run's world.
func (r *Run) joinWorld(own *Actor) {
	if own.world == nil || own.live != nil {
		return
	}
	if r.world == nil {
		r.world = &world{r.state, r}
	}
	own.world = r.world
}
