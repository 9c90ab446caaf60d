package rules

import (
	"slices"
)

// The fields of a run: the state, the dice, the answers, and the record. Its loop over steps is in run_stack.go. A run works on copies of
// the actors that it changes. An actor's world gives its formulas access to the other actors and the clock (num_world.go).

// Run computes one decision: it rolls dice, asks for missing answers, and emits events. Its roller supplies the results of dice, and its
// event sink takes the events. It has many methods because an action can continue in many ways.
type Run struct {
	*arena
	rs             *Ruleset                // rules of the game
	state          *State                  // encounter; nil outside an encounter
	dice           Dice                    // source of the dice
	roller         roller                  // roller that supplies everything left to chance
	sink           eventSink               // receiver of the events
	answersByKey   map[string]string       // answers, by key of the question
	record         bool                    // whether outcomes, terms and dice are recorded for display
	purpose        string                  // text that says what the next dice of a formula are for
	again          bool                    // whether the next die is one that exploded, and is rolled again
	extraDie       string                  // name of the extra die that is rolled next; "" for any other die
	rollingActor   string                  // key of the actor who rolls the next die
	liftedFilters  []*Skill                // filter skills that no longer limit this use, since checks on them succeeded
	otherTargets   []string                // keys of the actors that an action concerns besides its target
	centre         *Actor                  // target of an action that also reaches actors near it; nil for none
	words          string                  // words said with the action, such as the trigger of a preset action
	bodyPart       *Row                    // body part that was named for the damage; nil if it is rolled
	placeSide      string                  // side of bodyPart, such as left or right; "" for none
	window         float64                 // duration of the current action, in counts
	takingEffect   *OngoingAction          // action that takes effect now; nil for none
	givenMargin    float64                 // margin that the game master gave to roll against
	givenMarginFor *Action                 // action to whose checks givenMargin applies; nil, in older journals, applies it to the checks of answers, too
	calledByGM     bool                    // whether the game master called for this roll before or in a fight, instead of the actor declaring it
	secret         bool                    // whether the current sequence is secret
	asEarlier      bool                    // whether to decide as earlier versions did, as in DecisionInput
	secretEffects  bool                    // whether a secret condition acts, which makes its effects secret
	secretCheck    bool                    // whether the current check is secret
	noActionTags   *tagKey                 // cached tags of a roll without an action; nil until computed
	omitsReasons   bool                    // whether refusals omit the reason
	stopped        bool                    // whether a preview has reached its roll, so that no further step runs
	limitDepth     int                     // depth of pool limits that trigger one another
	givenFaces     *faceCounts             // given faces of a check that is repeated; nil if it is rolled
	answering      *call                   // answer that an offer with `many` has just received, whose steps run next; nil for none
	answerEffort   *pendingEffort          // effort of an answer that is not recorded yet; nil for none
	askedPaths     map[string]string       // path of the step that asked, by key of the question
	overrule       map[string]string       // results that the game master sets, by step
	overruleReason string                  // reason that the game master gave for overruling
	chooser        func(*Actor, Offer) int // function that chooses the answer of an actor to an offer; nil if the actor is asked
	watched        *watchedAnswer          // question whose answers the odds compare, to find its step; nil outside odds
	sceneTicks     []TickedSituation       // situations of the scene, which apply to every actor; nil until they are determined

	countOffset     float64       // offset of the count that formulas read: 1 in a roll for the next round, else 0
	world           *world        // copied actors' world; nil if no formula reads it
	unknown         *unknownFacts // facts that the viewer doesn't know; nil if everything is known
	unbelieved      bool          // whether a formula read a belief that no actor holds
	span            *span         // passing span of time; nil for none
	steps           int           // number of steps so far
	changes         int           // number of events so far
	acting          *Actor        // actor whose action takes effect; nil for none
	actionContinues bool          // whether that action continues after its steps
	turnDelay       float64       // delay of acting's next turn caused by the answers that it gave meanwhile, in counts
	err             error         // error that has stopped the run; nil for none
}

// usedUp is a condition that was used up, with the key of its actor.
type usedUp struct {
	who string // key of the actor
	id  int    // ID of the HeldCondition
}

// stepRecord is a recorded step, with the ranges of its dice and events in the lists of the run.
type stepRecord struct {
	out    Outcome // outcome of the step
	dice   [2]int  // first index in rolledDice, and the index after the last
	events [2]int  // first index in events, and the index after the last
}

// savepoint holds the lengths of a run's records when a step begins.
type savepoint struct{ dice, events, records int }

// savepoint returns the current lengths of the run's records.
func (r *Run) savepoint() savepoint {
	return savepoint{len(r.rolledDice), len(r.events), len(r.records)}
}

// insertRecord inserts a record of an outcome, with the dice and events since start, before the records since start.
func (r *Run) insertRecord(out Outcome, start savepoint) {
	n := stepRecord{out, [2]int{start.dice, len(r.rolledDice)}, [2]int{start.events, len(r.events)}}
	r.records = slices.Insert(r.records, start.records, n)
}

// isTimeless reports whether no timeline is running.
func (r *Run) isTimeless() bool { return r.state == nil || !r.state.Running }

// rollDie rolls one die, unless the run has already stopped.
func (r *Run) rollDie(faces int, purpose string) int {
	if r.err != nil {
		return 0
	}
	return r.roller.rollDie(faces, purpose)
}

// dieName returns the name of a die in stored entries. Names of common dice are not allocated.
func dieName(faces int) string {
	switch faces {
	case 100:
		return "d100"
	case 6:
		return "d6"
	}
	return "d" + formatNumber(float64(faces))
}

// emit sends an event to the run's event sink.
func (r *Run) emit(e *Event) {
	if r.err != nil {
		return
	}
	r.changes++
	switch sink := r.sink.(type) { // the compiler can see that these two don't retain the event, so the event isn't allocated
	case *Live:
		r.err = sink.takeEvent(e)
	case recorder:
		r.err = sink.takeEvent(e)
	default:
		copied := *e
		r.err = sink.takeEvent(&copied)
	}
}

// adoptActor returns the run's own copy of an actor, and creates it if necessary. A Live changes actors in place, so its copy is the actor
// itself.
func (r *Run) adoptActor(a *Actor) *Actor {
	if own := r.findCopy(a.Key); own != nil {
		return own
	}
	own := r.sink.ownActor(a)
	r.joinWorld(own)
	r.copies = append(r.copies, own)
	return own
}

// sceneSituations returns the scene's situations, which apply to every actor in the encounter.
func (r *Run) sceneSituations() []TickedSituation {
	if r.sceneTicks != nil || r.state == nil || len(r.state.Situations) == 0 {
		return r.sceneTicks
	}
	list := r.ticked.allocN(len(r.state.Situations))[:0]
	for _, name := range r.state.Situations {
		if situation, ok := r.rs.Situations.Get(name); ok {
			list = append(list, TickedSituation{Situation: situation})
		}
	}
	r.sceneTicks = slices.Clip(list)
	return r.sceneTicks
}

// situationsOf returns the situations of an actor in the encounter: its own, and the scene's, except for groups that its own replace.
func (r *Run) situationsOf(a *Actor) []TickedSituation {
	scene := r.sceneSituations()
	if len(a.Situations) == 0 {
		return scene
	}
	var own []TickedSituation
	for _, name := range a.Situations {
		if s, ok := r.rs.Situations.Get(name); ok {
			own = append(own, TickedSituation{Situation: s})
		}
	}
	var list []TickedSituation
	for _, t := range scene {
		if !slices.ContainsFunc(own, func(o TickedSituation) bool {
			return o.Situation == t.Situation || o.Situation.Group != "" && o.Situation.Group == t.Situation.Group
		}) {
			list = append(list, t)
		}
	}
	return slices.Clip(append(list, own...))
}

// joinWorld moves an actor that the run has copied into the run's world, so that its formulas read the run's copies of the other actors. An
// actor without a world needs none.
func (r *Run) joinWorld(own *Actor) {
	if own.world == nil || own.live != nil {
		return
	}
	if r.world == nil {
		r.world = &world{r.state, r}
	}
	own.world = r.world
}
