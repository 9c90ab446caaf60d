package rules

import (
	"slices"
)

// What a run has in memory: the state, the dice, what is known, and what it has recorded. It is a decision being made;
// run_stack.go is its loop.

// Run is one decision being made: it draws dice, asks what it must know, and lets events happen. How dice fall is settled
// by its roller, where events go by its event sink. It has many methods because each way in which an action goes on is one.
type Run struct {
	*arena
	rs           *Ruleset
	state        *State // nil outside an encounter
	dice         Dice
	roller       roller            // settles what is left to chance
	ledger       eventSink         // where what happens goes
	answersByKey map[string]string // answers, by the key of what was asked
	record       bool
	purpose      string
	rolling      string   // who rolls the next die
	lifted       []*Skill // filter skills that limit nothing in this use
	among        []string
	centre       *Actor // the one it is done to, where it reaches others beside
	words        string // what was said with the action, such as the trigger of a preset one
	place        *Row   // the place of a body that was named for what hurts; nil where it is rolled
	placeSide    string // left or right, likewise
	window       float64
	takingEffect *Doing  // the action that takes effect now
	against      float64 // a margin given by hand
	againstDeed  *Action // whose checks that margin is taken from; nil for those of answers too, as in entries of earlier versions
	called       bool    // the game master calls for this roll
	secret       bool
	earlier      bool    // see Known
	covert       bool    // a secret condition acts: what it does and puts is secret, too
	hushed       bool    // the check that is rolled is secret
	blank        *tagKey // of a roll that is about nothing in particular; nil where none is kept
	terse        bool    // a refusal says no reason
	stopped      bool
	zeros        int               // pools that are being brought to 0, one by another
	laid         *faceCounts       // the faces of a check that is made again with them
	answering    *call             // the answer that is carried out at once
	answerEffort *owedEffort       // of an answer that is not recorded yet
	ways         map[string]string // by key of a question the way that led to it
	overrule     map[string]string // what the game master says of a step
	because      string
	chooser      func(*Actor, Offer) int
	watch        *watchedAnswer // whose question the odds look for; nil outside them
	everybody    []Ticked       // what holds for every actor, once it is known

	coming     float64  // added to the count that formulas read: 1 in a roll for the round that begins next
	world      *world   // of its copies; nil where none asks
	unknown    *unknown // what is not known of the others; nil where everything is
	unbelieved bool     // a formula read a belief that no actor came to hold
	span       *span    // the time that is passing; nil where none is
	steps      int      // carried out
	changes    int      // events so far
	acting     *Actor   // whose action takes effect
	prolonged  bool     // that action takes longer, now that its steps are carried out
	late       float64  // the counts by which its next turn comes later, because of answers it gave meanwhile
	err        error
}

type usedUp struct {
	who string
	id  int
}

// stepRecord is a step written down, with the dice and events that belong to it as places in those of the run.
type stepRecord struct {
	out    Outcome
	dice   [2]int
	events [2]int
}

// savepoint is how far a run has come when a step begins.
type savepoint struct{ dice, events, records int }

func (r *Run) savepoint() savepoint {
	return savepoint{len(r.rolledDice), len(r.events), len(r.records)}
}

// insertRecord writes an outcome down, before those written since it began, with the dice and events since.
func (r *Run) insertRecord(out Outcome, began savepoint) {
	n := stepRecord{out, [2]int{began.dice, len(r.rolledDice)}, [2]int{began.events, len(r.events)}}
	r.records = slices.Insert(r.records, began.records, n)
}

func (r *Run) timeless() bool { return r.state == nil || !r.state.Running }

// die rolls one die, unless the run has stopped already or only looks ahead.
func (r *Run) die(faces int, purpose string) int {
	if r.err != nil {
		return 0
	}
	return r.roller.die(faces, purpose)
}

// dieName returns the name of a die as it is stored. The usual two cost no memory.
func dieName(faces int) string {
	switch faces {
	case 100:
		return "d100"
	case 6:
		return "d6"
	}
	return "d" + formatNumber(float64(faces))
}

// emit lets an event happen.
func (r *Run) emit(e *Event) {
	if r.err != nil {
		return
	}
	r.changes++
	switch ledger := r.ledger.(type) { // of these two the compiler sees that no event stays with them: it needs no memory
	case *Live:
		r.err = ledger.take(e)
	case recorder:
		r.err = ledger.take(e)
	default:
		other := *e
		r.err = ledger.take(&other)
	}
}

// adopt takes an actor into the run.
func (r *Run) adopt(a *Actor) *Actor {
	if own := r.copied(a.Key); own != nil {
		return own
	}
	own := r.ledger.own(a)
	r.joinWorld(own)
	r.copies = append(r.copies, own)
	return own
}

// scene returns the situations that hold for every actor in the encounter.
func (r *Run) scene() []Ticked {
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

// around returns the situations that hold for an actor in the encounter: those of the scene, and its own, which replace
// those of the same group.
func (r *Run) around(a *Actor) []Ticked {
	scene := r.scene()
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

// joinWorld makes the world of an actor that a run has taken in that of the run.
func (r *Run) joinWorld(own *Actor) {
	if own.world == nil || own.live != nil {
		return
	}
	if r.world == nil {
		r.world = &world{r.state, r}
	}
	own.world = r.world
}
