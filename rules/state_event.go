package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Events are settled facts, and the only way to change a State. A new kind needs its case in apply and the tellers (gm/story);
// the tags are how entries have them on disk, and never change.

// EventKind is what an event changes.
type EventKind string

// The kinds of events. An event holds settled numbers: applying it rolls nothing and cannot fail.
const (
	EventBegin  EventKind = "begin"  // an encounter: What, Text its label, Words the situations of every actor
	EventFight  EventKind = "fight"  // turns begin among those who are here, who have none; every count becomes By more, so that they begin at 0
	EventFinish EventKind = "finish" // the fight is over or, where none was on, the scene
	EventClock  EventKind = "clock"  // the count is At
	EventTime   EventKind = "time"   // Who has come to At seconds since the campaign began; the clock, where no actor is named
	EventJoin   EventKind = "join"   // Who comes in: Sheet, What its side, Text its name, Words its short name, How it looks
	EventLeave  EventKind = "leave"  // Who goes
	// the player of Who isn't here: How is ByTactic or LeftOut; here again without it
	EventAbsent EventKind = "absent"
	// Who is of side What from now on; How is Secretly where players take it to be of the side before
	EventAllegiance EventKind = "allegiance"
	EventName       EventKind = "name"     // Who is called Text from now on, Words its short name
	EventPool       EventKind = "pool"     // pool What of Who is Value, with Carry; By is the change
	EventPaid       EventKind = "paid"     // likewise, as the price of what is done: no loss
	EventPut        EventKind = "put"      // Who has condition What as ID, with Value, Other, next acting At; How is Secretly where none is to know
	EventEnd        EventKind = "end"      // condition ID of Who ends; Other where it is between two
	EventNumber     EventKind = "number"   // condition ID of Who has number Value; Other likewise
	EventTick       EventKind = "tick"     // condition ID of Who acts again At
	EventLimit      EventKind = "limit"    // the time of condition ID of Who is up At; 0: it has no limit
	EventActivity   EventKind = "activity" // Who does What, of a group in which it replaces the other; At -1: no longer
	EventTurn       EventKind = "turn"     // the next turn of Who comes At (-1: none)
	EventRound      EventKind = "round"    // round At begins: Words are the sides, in the order of their turns
	EventRolled     EventKind = "rolled"   // side Who rolled Value for the round that begins next, with the options of Doing
	// the turn of side Who has come: Value of it may have one, -1 for all; Words is what it pays from, as POOL 5; How is Passes where it must pass, Done where the rest of it is given up
	EventSideTurn EventKind = "sideturn"
	// stage What is at step At: it is that of side Who, or without Who of all; Words are its sides in order. With How Done side Who is done; without What the stage is over
	EventStage   EventKind = "stage"
	EventRefill  EventKind = "refill"  // as pool, where a round or in counts a turn begins: no loss
	EventOpen    EventKind = "open"    // the turn of Who has come
	EventWaiting EventKind = "waiting" // Who waits and may declare at any later count
	EventDoing   EventKind = "doing"   // Who declared Doing
	// the action in progress of Who, and the one paired with it, take effect By counts later; the first At; Value 1: its steps are carried out, it alone is over By counts later
	EventDelay   EventKind = "delay"
	EventDone    EventKind = "done"    // the action of Who is over, of two the one that comes first; Value 1 if its skill was unranked
	EventPlace   EventKind = "place"   // Who is at Value metres; Going where to; with What at that place of the scene, called Text, without metres, at none without Text
	EventRank    EventKind = "rank"    // Who has rank Value in skill What
	EventStat    EventKind = "stat"    // Who is given Value in statistic What
	EventDrop    EventKind = "drop"    // item What of Who lies on the ground
	EventHold    EventKind = "hold"    // Who has item What in hand, in the other one if Value is 1; without What nothing at all
	EventScene   EventKind = "scene"   // the situations of every actor are Words, or those of Who alone; no player sees those in Text
	EventTell    EventKind = "tell"    // nothing changes; Text is said; of What is said to Who alone: TellWhisper, TellText, TellPicture
	EventReplace EventKind = "replace" // with every actor, Other stands for What, of section Text of the rules; without Other it is dropped
	EventFavour  EventKind = "favour"  // the favourite lines of Who are Words
	EventPin     EventKind = "pin"     // the notes on Who, or on place Other of encounter What, are Words
	// reminder ID comes At seconds since the campaign began, and each By seconds again, with Text; Other are the keys of those it
	// is for, Words lines that are offered, What the scene whose clock it is; without Text it is gone
	EventRemind EventKind = "remind"
	// Who has come to Value towards the goal of task What, with At tries; By is the last one; At 0: it is over. Without Who it is a goal of the scene, which stays
	EventGoal  EventKind = "goal"
	EventSee   EventKind = "sees"  // of each of Words, Who sees from now on What: aspects with spaces between; nothing more without it
	EventThrow EventKind = "throw" // nothing changes; what step What of Other threw shows Text from now on
	EventSide  EventKind = "side"  // side Who takes part: Sheet, Text its label; Value 1: made anew, though it was in an earlier encounter
	EventWon   EventKind = "won"   // side What has won; Text its label
	EventKnow  EventKind = "know"  // Who holds true What of Other: Text or Value, since At; How it was learnt
	// Who has card Other of deck What in pile How from now on, at place Value of a pile with an order, and no more in pile Text; without How it has it no more, without Text it is new to it; Words is whom it goes to, or comes from
	EventCard   EventKind = "card"
	EventForget EventKind = "forget" // Who no longer holds true What of Other, or nothing of Other
)

// Event is one fact that happened to the state.
type Event struct {
	Kind  EventKind `json:"k"`
	Who   string    `json:"who,omitempty"`
	What  string    `json:"what,omitempty"`
	Value float64   `json:"v,omitempty"`
	Carry float64   `json:"carry,omitempty"`
	By    float64   `json:"by,omitempty"`
	At    float64   `json:"at,omitempty"`
	ID    int       `json:"id,omitempty"`
	Other string    `json:"other,omitempty"`
	Tool  string    `json:"tool,omitempty"` // the thing that a condition, or a pool, is of
	Doing *Doing    `json:"doing,omitempty"`
	Going *Going    `json:"going,omitempty"`
	Text  string    `json:"text,omitempty"`
	Words []string  `json:"words,omitempty"`
	Sheet string    `json:"sheet,omitempty"`
	How   string    `json:"how,omitempty"`

	of        *Actor     // Who, where that is at hand; only on the way to Run.emit
	pool      *Pool      // What, likewise
	condition *Condition // likewise
}

// What is told to one who plays. Tool is the path of its file within the
// campaign's folder; of a picture Other is the SHA-256 of the file and Text its name.
const (
	TellWhisper = "whisper"
	TellText    = "text"
	TellPicture = "picture"
	TellSecret  = "secret" // a prepared secret; it is also what one then knows of Other, the scene and the key of the secret
	TellThread  = "thread" // a thread that one then knows of: Other is its text
)

// How a character is played whose player isn't here.
const (
	ByTactic = "tactic" // as a character without a player
	LeftOut  = "out"    // in no scene
)

// none is the count of what is not owed, never that of what is owed no more.
const (
	none   = -1
	noMore = -2
)

// Apply returns the state after some events. Actors that no event names are shared with the old state.
func (rs *Ruleset) Apply(s *State, events []Event) (*State, error) {
	next := *s
	next.Actors, next.Sides = append([]*Actor(nil), s.Actors...), append([]*Actor(nil), s.Sides...)
	own := make(map[string]*Actor, 4) // those that are no longer shared
	near := 0                         // where the next one is looked for first: events mostly follow the order of the actors
	moved := false                    // an actor came or left
	for i := range events {
		e := &events[i]
		actor := own[e.Who]
		if e.Who != "" && e.Kind != EventJoin && e.Kind != EventSide && actor == nil {
			if j := next.place(e.Who, near); j >= 0 {
				copied := *next.Actors[j]
				actor = &copied
				next.Actors[j], own[e.Who], near = actor, actor, j+1
			} else if j := slices.IndexFunc(next.Sides, func(side *Actor) bool { return side.Key == e.Who }); j >= 0 {
				copied := *next.Sides[j]
				actor = &copied
				next.Sides[j], own[e.Who] = actor, actor
			}
		}
		if actor != nil {
			actor.unshare(e)
		}
		if err := next.apply(rs, e, actor); err != nil {
			return nil, fmt.Errorf("apply event %d (%s): %w", i+1, e.Kind, err)
		}
		switch e.Kind {
		case EventBegin, EventReplace, EventFight:
			clear(own)
		case EventLeave:
			delete(own, e.Who)
		case EventJoin:
			if e.Sheet != "" { // whoever knew another one of that name forgets it, and is a copy from here on
				clear(own)
			}
			own[e.Who] = next.Actors[len(next.Actors)-1]
		}
		moved = moved || e.Kind == EventBegin || e.Kind == EventLeave || e.Kind == EventJoin
	}
	if moved {
		next.seat()
	}
	next.gather(rs, own)
	return &next, nil
}

// apply changes a state in place. The actor that the event is about may be nil where it is not at hand.
func (s *State) apply(rs *Ruleset, e *Event, actor *Actor) error {
	switch e.Kind {
	case EventBegin:
		*s = State{Encounter: e.What, Label: e.Text, Running: true, Situations: e.Words, Away: s.resting(), SidesAway: s.sidesResting(), Pinned: s.Pinned, Reminders: s.lastingReminders(), Clock: s.Clock}
	case EventFight:
		s.Running, s.Won, s.Round, s.SideRolls = true, "", nil, nil
		s.shiftCounts(e.By)
	case EventStage:
		s.moveStage(e)
	case EventFinish:
		s.Running, s.Stage = false, nil
		s.setClock(s.Elapsed)
	case EventTime:
		if e.Who == "" {
			s.postponeReminders(e.At - s.Elapsed)
		}
		s.Clock.apply(e)
	case EventClock:
		s.Elapsed += (e.At - s.Count) * rs.second()
		s.Count = e.At
	case EventScene:
		if e.Who != "" {
			return s.changeOf(rs, e, actor)
		}
		s.Situations, s.SecretSituations = e.Words, strings.Fields(e.Text)
	case EventTell, EventThrow:
	case EventSide:
		return s.joinSide(rs, e)
	case EventRound, EventSideTurn, EventRolled:
		s.rounds(rs, e)
	case EventWon:
		s.Won = e.What
	case EventPin:
		s.pin(e)
	case EventRemind:
		s.remind(e)
	case EventGoal:
		if e.Who != "" {
			return s.changeOf(rs, e, actor)
		}
		s.Goals = e.TakeProgress(s.Goals)
	case EventReplace:
		s.replace(rs, e)
	case EventJoin:
		return s.join(rs, e)
	case EventAbsent:
		if actor == nil {
			s.Away = slices.Clone(s.Away)
			if i := slices.IndexFunc(s.Away, func(a *Actor) bool { return a.Key == e.Who }); i >= 0 {
				actor = s.Away[i].clone()
				s.Away[i] = actor
			}
		}
		if actor != nil {
			actor.Absent = e.How
		}
	case EventLeave:
		if actor != nil && actor.Absent == LeftOut {
			s.Away = append(slices.Clip(s.Away), actor.resting(s.Count))
		}
		if !slices.Contains(s.Leavers, e.Who) {
			s.Leavers = append(slices.Clip(s.Leavers), e.Who)
		}
		for i, actor := range s.Actors {
			if actor.Key == e.Who {
				s.Actors = append(s.Actors[:i:i], s.Actors[i+1:]...)
				break
			}
		}
	default:
		return s.changeOf(rs, e, actor)
	}
	return nil
}

// changeOf applies e to actor, which is looked up by e.Who if nil.
func (s *State) changeOf(rs *Ruleset, e *Event, actor *Actor) error {
	if actor == nil {
		actor = s.Find(e.Who)
	}
	if actor == nil {
		return message.Unknown("combatant", e.Who, nil)
	}
	s.taken(actor, e)
	return actor.apply(rs, e)
}

// join adds an actor to the state: one that was away comes back, one with a sheet is new.
func (s *State) join(rs *Ruleset, e *Event) error {
	if e.Sheet == "" {
		return s.back(e)
	}
	absent := ""
	for i, a := range s.Away { // made anew
		if a.Key == e.Who {
			absent = a.Absent
			s.Away = append(s.Away[:i:i], s.Away[i+1:]...)
			break
		}
	}
	s.forgetAll(e.Who)
	sheet, err := rs.sheets.read(e.Who, e.Sheet, func(report *source.Report) (*Sheet, error) { return rs.readSheet(e.Who, []byte(e.Sheet), report) })
	if err != nil {
		return err
	}
	actor := rs.NewActor(e.Who, s.sheetOnSide(e.What, sheet))
	actor.Side, actor.Absent, actor.order = e.What, absent, s.Came
	if e.Text != "" {
		actor.Name, actor.Short = e.Text, shortName(e.Who, e.Text, "")
	}
	if len(e.Words) > 0 && e.Words[0] != "" {
		actor.Short = e.Words[0]
	}
	if len(e.Words) > 1 {
		actor.Portrait = e.Words[1]
	}
	if e.How != "" {
		actor.Looks = e.How
	}
	s.Came++
	s.Actors = append(s.Actors, actor)
	return nil
}

// sheetOnSide returns the sheet of an actor of a side, with that side's player where it has none of its own.
func (s *State) sheetOnSide(side string, sheet *Sheet) *Sheet {
	of := s.Find(side)
	if of == nil || !of.IsSide() || sheet.HasPlayer() || !of.Sheet.HasPlayer() {
		return sheet
	}
	played := *sheet
	played.Person.Player = of.Sheet.Person.Player
	return &played
}

// changeSide changes the side of an actor. One that goes over in secret is shown where it was.
func (a *Actor) changeSide(e *Event) {
	side := ""
	if e.How == Secretly {
		side = a.OpenSide()
	}
	if a.Side, a.ShownSide = e.What, side; a.ShownSide == a.Side {
		a.ShownSide = ""
	}
}

// OpenSide returns the side that an actor is taken to be of by those who know of no secret.
func (a *Actor) OpenSide() string { return cmp.Or(a.ShownSide, a.Side) }

// back brings an actor in who was in an earlier encounter, as it left.
func (s *State) back(e *Event) error {
	for i, a := range s.Away {
		if a.Key == e.Who {
			b := a.clone()
			b.Side, b.ShownSide, b.order = e.What, "", s.Came
			if b.Absent == LeftOut { // in the midst of a scene
				b.Conditions, b.Outranked = outlasting(b.Conditions, -s.Count), outlasting(b.Outranked, -s.Count)
			}
			s.Came++
			s.Actors = append(s.Actors, b)
			s.Away = append(s.Away[:i:i], s.Away[i+1:]...)
			return nil
		}
	}
	return fmt.Errorf("“%s” was in no earlier encounter.", e.Who)
}

// learn gives an actor a rank in a skill, or another value in a statistic: the sheet is a copy, the old one stays as it was.
func (a *Actor) learn(rs *Ruleset, e *Event) error {
	var l Learnable
	if e.Kind == EventRank {
		l.Skill, _ = rs.Skills.Get(e.What)
	} else if stat, ok := rs.Stats.Get(e.What); ok && stat.Given() {
		l.Stat = stat
	}
	if l == (Learnable{}) {
		return fmt.Errorf("This game has no skill or basic statistic “%s”.", e.What)
	}
	a.Sheet = l.With(rs, a.Sheet, e.Value)
	a.stats = a.Sheet.stats
	return nil
}

// unshare gives an actor a copy of what an event is going to change where it is, in its levels or conditions.
func (a *Actor) unshare(e *Event) {
	switch e.Kind {
	case EventPool, EventPaid, EventRefill:
		a.Levels = slices.Clone(a.Levels)
	case EventPut, EventEnd, EventNumber, EventTick, EventLimit:
		a.Conditions = slices.Clone(a.Conditions)
	}
}

// apply applies an event to the actor it is about.
func (a *Actor) apply(rs *Ruleset, e *Event) error {
	switch e.Kind {
	case EventPool, EventPaid, EventRefill:
		pool, ok := e.pool, e.pool != nil
		if !ok {
			pool, ok = rs.Pools.Get(e.What)
		}
		if !ok {
			return fmt.Errorf("This game has no pool “%s”.", e.What)
		}
		tool, _ := rs.Items.Get(e.Tool)
		if at := pool.at(a, tool); at >= 0 {
			a.Levels[at].Now, a.Levels[at].Carry = e.Value, e.Carry
		}
	case EventPut:
		return suffer(a, rs, e)
	case EventEnd:
		if e.ID < 0 {
			a.Outranked = collect.Filter(a.Outranked, func(h Held) bool { return h.ID != e.ID })
			break
		}
		for i := range a.Conditions {
			if a.Conditions[i].ID == e.ID {
				if e.How == ShowOnly {
					held := a.Conditions[i]
					held.ID = -held.ID
					held.plan(none, held.Limit)
					a.Outranked = append(slices.Clip(a.Outranked), held)
				}
				a.Conditions = slices.Delete(a.Conditions, i, i+1)
				break
			}
		}
	case EventNumber, EventTick, EventLimit:
		if e.ID < 0 {
			a.Outranked = slices.Clone(a.Outranked)
		}
		switch held := a.held(e.ID); {
		case held == nil:
		case e.Kind == EventNumber:
			held.Number = e.Value
		case e.Kind == EventTick:
			held.plan(e.At, held.Limit)
		default:
			held.plan(held.NextTick, e.At)
		}
	case EventActivity:
		return a.take(rs, e)
	case EventTurn:
		a.Turn, a.Open, a.Waiting = e.At, false, false
	case EventOpen:
		a.Open = true
	case EventWaiting:
		a.Turn, a.Open, a.Waiting = none, false, true
	case EventDoing:
		a.Doing, a.Turn, a.Open, a.Waiting = e.Doing, none, false, false
	case EventDelay:
		if e.Value == 1 {
			a.Doing = a.Doing.prolonged(e.At, e.By)
			break
		}
		a.Doing = a.Doing.clone()
		a.Doing.delay(e.By)
	case EventDone:
		if a.Doing != nil {
			a.Doing = a.Doing.Beside
		}
		a.Slow = e.Value == 1
	case EventHold:
		if e.What == "" {
			a.Tool, a.Aside = nil, nil
		} else {
			a.hold(a.item(e.What), e.Value == 1)
		}
	case EventDrop:
		a.release(a.item(e.What))
		a.Dropped = append(slices.Clip(a.Dropped), a.item(e.What))
	case EventFavour:
		a.Favourites = e.Words
	case EventAllegiance:
		a.changeSide(e)
	case EventName:
		a.Name, a.Short = e.Text, shortName(e.Who, e.Text, strings.Join(e.Words, " "))
	case EventScene:
		a.Situations, a.SecretSituations = e.Words, strings.Fields(e.Text)
	case EventPlace:
		if a.Spot = e.Text; e.What == "" {
			a.Place, a.Placed, a.Going = e.Value, true, e.Going
		}
	case EventRank, EventStat:
		return a.learn(rs, e)
	case EventGoal:
		a.Goals = come(a.Goals, e)
	case EventSee:
		a.see(e)
	case EventKnow, EventForget:
		a.knowing(e)
	case EventCard:
		cards, err := (&Card{Deck: e.What, Name: e.Other}).apply(e, a.Cards)
		if err != nil {
			return err
		}
		a.Cards = cards
	default:
		return fmt.Errorf("Unknown kind of event. The campaign log was written by a newer version.")
	}
	return nil
}

// take makes an activity the one of its group.
func (a *Actor) take(rs *Ruleset, e *Event) error {
	activity, ok := rs.Activities.Get(e.What)
	if !ok {
		return fmt.Errorf("This game has no activity “%s”.", e.What)
	}
	list := collect.Filter(a.Activities, func(other *Activity) bool {
		return other.Group != activity.Group || activity.Group == "" && other != activity
	})
	if !activity.Plain && e.At != none {
		list = append(list, activity)
	}
	a.Activities = list
	return nil
}

// clone returns a copy of a whose levels and conditions can be changed.
func (a *Actor) clone() *Actor {
	copied := *a
	copied.Levels = append([]Level(nil), a.Levels...)
	copied.Conditions = slices.Clone(a.Conditions)
	return &copied
}

// withoutItem returns a new list of items without item.
func withoutItem(list []*Item, item *Item) []*Item {
	return collect.Filter(list, func(each *Item) bool { return each != item })
}

// TakeProgress takes over how far one has come towards a goal of the scene, even before the first try.
func (e *Event) TakeProgress(goals []GoalProgress) []GoalProgress {
	return append(come(goals, &Event{What: e.What}), GoalProgress{e.What, e.Value, int(e.At)})
}

// come takes over how far one has come; 0 tries is nothing any more.
func come(goals []GoalProgress, e *Event) []GoalProgress {
	goals = slices.DeleteFunc(slices.Clone(goals), func(p GoalProgress) bool { return p.Task == e.What })
	if e.At > 0 {
		goals = append(goals, GoalProgress{e.What, e.Value, int(e.At)})
	}
	return goals
}
