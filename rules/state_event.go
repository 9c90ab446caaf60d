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

// Events are settled facts, and the only way to change a State. A new kind needs a case in State.applyEvent or Actor.applyEvent, and in
// gm/story. The JSON tags are the format of entries on disk and never change.

// EventKind names the change that an event makes.
type EventKind string

// The kinds of events. An event holds settled numbers: applying it rolls nothing and does not fail.
const (
	EventBegin EventKind = "begin" // an encounter starts: What; Text is its label, Words the scene's situations
	// Turns start for the actors present, which have none yet; By is added to every count, so that they start at 0.
	EventFight  EventKind = "fight"
	EventFinish EventKind = "finish" // the fight ends or, if there is none, the scene
	EventClock  EventKind = "clock"  // the count becomes At
	EventTime   EventKind = "time"   // time passes: Who has reached At seconds since the campaign began; without Who, the clock
	EventJoin   EventKind = "join"   // an actor joins: Who with Sheet; What is its side, Text its name, Words its short name, How its looks
	EventLeave  EventKind = "leave"  // an actor leaves: Who
	// The player of Who is away: How is ByTactic or LeftOut. Without How the player is back.
	EventAbsent EventKind = "absent"
	// A change of side: Who joins What. How is Secretly if players take it to be on the side before.
	EventAllegiance EventKind = "allegiance"
	EventName       EventKind = "name" // a new name: Who is called Text; Words is the short name
	EventPool       EventKind = "pool" // pool What of Who becomes Value, with Carry; By is the change
	EventPaid       EventKind = "paid" // as EventPool, for the price of an action, which is not a loss
	// A condition starts: Who gets What as ID, with Value, Other, next acting At; How is Secretly if players may not know of it.
	EventPut      EventKind = "put"
	EventEnd      EventKind = "end"      // condition ID of Who ends; Other is the partner in a paired one
	EventNumber   EventKind = "number"   // condition ID of Who gets number Value; Other is the partner in a paired one
	EventTick     EventKind = "tick"     // condition ID of Who acts again At
	EventLimit    EventKind = "limit"    // condition ID of Who expires At; 0 for no limit
	EventActivity EventKind = "activity" // an activity starts: Who does What, instead of that of its group; At -1: it ends
	EventTurn     EventKind = "turn"     // the next turn of Who comes At; -1 for none
	EventRound    EventKind = "round"    // round At starts; Words are the sides, in the order of their turns
	EventRolled   EventKind = "rolled"   // side Who rolled Value for the next round, with the options of Doing
	// The turn of side Who has come: Value of its actors have one, -1 for all; Words is the stock that pays for them, as POOL 5; How is
	// Passes if it must pass, Done if the rest of the turn is given up.
	EventSideTurn EventKind = "sideturn"
	// The stage named What reaches step At. Who is the side whose step it is, or "" for all; Words lists the stage's sides in order.
	// If How is Done, side Who has finished instead. If What is "", the stage is over.
	EventStage   EventKind = "stage"
	EventRefill  EventKind = "refill"  // as EventPool, when a round or, in counts, a turn starts, which is not a loss
	EventOpen    EventKind = "open"    // the turn of Who comes
	EventWaiting EventKind = "waiting" // the actor Who waits and can declare at any later count
	EventDoing   EventKind = "doing"   // the action Doing is declared by Who
	// The action in progress of Who, and the paired one, take effect By counts later; the first At. Value 1: its steps have run, and it
	// ends By counts later.
	EventDelay EventKind = "delay"
	EventDone  EventKind = "done" // the action of Who, or the first of two, is over; Value 1 if its skill was unranked
	// A new position: Who is at Value metres, Going to a destination; with What at the scene's place of that name, labelled Text;
	// without Text at none.
	EventPlace EventKind = "place"
	EventRank  EventKind = "rank"  // a new rank: Who has Value in skill What
	EventStat  EventKind = "stat"  // statistic What of Who becomes Value
	EventDrop  EventKind = "drop"  // item What of Who falls to the ground
	EventHold  EventKind = "hold"  // an item in hand: Who holds What, in the off hand if Value is 1; without What nothing
	EventScene EventKind = "scene" // the situations of the scene, or of Who alone, become Words; players don't see those in Text
	// Nothing changes; Text is shown; What is the kind of message if it is for Who alone: TellWhisper, TellText, TellPicture.
	EventTell    EventKind = "tell"
	EventReplace EventKind = "replace" // for every actor, Other replaces What, of section Text of the rules; without Other it is dropped
	EventFavour  EventKind = "favour"  // the favourite lines of Who become Words
	EventPin     EventKind = "pin"     // the notes on Who, or on place Other of encounter What, become Words
	// Reminder ID comes At seconds since the campaign began, and every By seconds again, with Text. Other are the keys of the actors
	// reminded, Words the lines offered, What the scene whose clock it is. Without Text it is removed.
	EventRemind EventKind = "remind"
	// Progress: Who has reached Value towards the goal of task What, with At tries; By is the last one. At 0: the task is over. Without
	// Who it is a goal of the scene, which stays.
	EventGoal  EventKind = "goal"
	EventSee   EventKind = "sees"  // new sights: Who sees What of each of Words, aspects with spaces between; nothing without What
	EventThrow EventKind = "throw" // nothing changes; Text is the new throw of step What of Other
	// Side Who joins: Sheet; Text is its label. Value 1: it starts afresh, though it was in an earlier encounter.
	EventSide EventKind = "side"
	EventWon  EventKind = "won"  // side What has won; Text is its label
	EventKnow EventKind = "know" // knowledge: Who believes Text or Value to be What of Other, since At; How tells how it was learnt
	// A card moves: Who gets Other of deck What in pile How, at position Value of an ordered pile, and loses it from pile Text. Without
	// How it is lost, without Text it is new. Words is the actor that it goes to or comes from.
	EventCard   EventKind = "card"
	EventForget EventKind = "forget" // knowledge is lost: Who no longer believes What of Other, or anything of Other
)

// Event is a change of the state. The kind decides what the other fields mean: see its comment above. Fields that a kind doesn't use are
// zero.
type Event struct {
	Kind  EventKind      `json:"k"`
	Who   string         `json:"who,omitempty"`
	What  string         `json:"what,omitempty"`
	Value float64        `json:"v,omitempty"`
	Carry float64        `json:"carry,omitempty"`
	By    float64        `json:"by,omitempty"`
	At    float64        `json:"at,omitempty"`
	ID    int            `json:"id,omitempty"`
	Other string         `json:"other,omitempty"`
	Tool  string         `json:"tool,omitempty"` // item to which a condition, or a pool, belongs
	Doing *OngoingAction `json:"doing,omitempty"`
	Going *Destination   `json:"going,omitempty"`
	Text  string         `json:"text,omitempty"`
	Words []string       `json:"words,omitempty"`
	Sheet string         `json:"sheet,omitempty"`
	How   string         `json:"how,omitempty"`

	of        *Actor     // the actor Who, or nil if it isn't known; used only by Run.emit
	pool      *Pool      // the pool What, or nil
	condition *Condition // the condition, or nil
}

// Kinds of messages to a player. Tool is the path of the file within the campaign's folder; for a picture, Other is its SHA-256 and
// Text its name.
const (
	TellWhisper = "whisper"
	TellText    = "text"
	TellPicture = "picture"
	TellSecret  = "secret" // a prepared secret, which the actor then knows; Other is the scene and the key of the secret
	TellThread  = "thread" // a thread, which the actor then knows; Other is its text
)

// Ways to play a character whose player is away.
const (
	ByTactic = "tactic" // played by its tactic, like a character without a player
	LeftOut  = "out"    // not in any scene
)

// Counts that stand for no count.
const (
	none   = -1 // event that is not scheduled
	noMore = -2 // event that will not recur
)

// Apply returns the state after events. Actors that no event names are shared with s.
func (rs *Ruleset) Apply(s *State, events []Event) (*State, error) {
	next := *s
	next.Actors, next.Sides = append([]*Actor(nil), s.Actors...), append([]*Actor(nil), s.Sides...)
	own := make(map[string]*Actor, 4) // actors that are no longer shared with s, by key
	near := 0                         // index at which the search for the next actor begins, since events usually follow the order of the actors
	moved := false                    // whether an actor joined or left
	for i := range events {
		e := &events[i]
		actor := own[e.Who]
		if e.Who != "" && e.Kind != EventJoin && e.Kind != EventSide && actor == nil {
			if j := next.indexNear(e.Who, near); j >= 0 {
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
			actor.copyChanged(e)
		}
		if err := next.applyEvent(rs, e, actor); err != nil {
			return nil, fmt.Errorf("apply event %d (%s): %w", i+1, e.Kind, err)
		}
		switch e.Kind {
		case EventBegin, EventReplace, EventFight:
			clear(own)
		case EventLeave:
			delete(own, e.Who)
		case EventJoin:
			if e.Sheet != "" { // everyone forgets an earlier actor with this key; they are copies from here on
				clear(own)
			}
			own[e.Who] = next.Actors[len(next.Actors)-1]
		}
		moved = moved || e.Kind == EventBegin || e.Kind == EventLeave || e.Kind == EventJoin
	}
	if moved {
		next.updatePlaces()
	}
	next.linkWorld(rs, own)
	return &next, nil
}

// applyEvent applies an event to s in place. actor is the actor that the event names, or nil if it is not at hand.
func (s *State) applyEvent(rs *Ruleset, e *Event, actor *Actor) error {
	switch e.Kind {
	case EventBegin:
		*s = State{Encounter: e.What, Label: e.Text, Running: true, Situations: e.Words, Away: s.restingActors(), SidesAway: s.restingSides(), Pinned: s.Pinned, Reminders: s.lastingReminders(), Clock: s.Clock}
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
		s.Clock.applyTime(e)
	case EventClock:
		s.Elapsed += (e.At - s.Count) * rs.secondsPerCount()
		s.Count = e.At
	case EventScene:
		if e.Who != "" {
			return s.changeActor(rs, e, actor)
		}
		s.Situations, s.SecretSituations = e.Words, strings.Fields(e.Text)
	case EventTell, EventThrow: // shown or told only
	case EventSide:
		return s.joinSide(rs, e)
	case EventRound, EventSideTurn, EventRolled:
		s.applyRound(rs, e)
	case EventWon:
		s.Won = e.What
	case EventPin:
		s.replaceNotes(e)
	case EventRemind:
		s.setReminder(e)
	case EventGoal:
		if e.Who != "" {
			return s.changeActor(rs, e, actor)
		}
		s.Goals = e.TakeProgress(s.Goals)
	case EventReplace:
		s.replaceEntry(rs, e)
	case EventJoin:
		return s.joinActor(rs, e)
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
			s.Away = append(slices.Clip(s.Away), actor.restAfter(s.Count))
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
		return s.changeActor(rs, e, actor)
	}
	return nil
}

// changeActor applies e to actor, which is looked up by e.Who if nil.
func (s *State) changeActor(rs *Ruleset, e *Event, actor *Actor) error {
	if actor == nil {
		actor = s.Find(e.Who)
	}
	if actor == nil {
		return message.Unknown("combatant", e.Who, nil)
	}
	s.updateTurns(actor, e)
	return actor.applyEvent(rs, e)
}

// joinActor adds an actor to the state: a returning one without a sheet, or a new one with a sheet.
func (s *State) joinActor(rs *Ruleset, e *Event) error {
	if e.Sheet == "" {
		return s.returnActor(e)
	}
	absent := ""
	for i, a := range s.Away { // recreated
		if a.Key == e.Who {
			absent = a.Absent
			s.Away = append(s.Away[:i:i], s.Away[i+1:]...)
			break
		}
	}
	s.forgetAll(e.Who)
	sheet, err := rs.sheets.readThrough(e.Who, e.Sheet, func(report *source.Report) (*Sheet, error) { return rs.readSheet(e.Who, []byte(e.Sheet), report) })
	if err != nil {
		return err
	}
	actor := rs.NewActor(e.Who, s.sheetOnSide(e.What, sheet))
	actor.Side, actor.Absent, actor.order = e.What, absent, s.Joined
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
	s.Joined++
	s.Actors = append(s.Actors, actor)
	return nil
}

// sheetOnSide returns sheet, with the side's player if it has no player of its own.
func (s *State) sheetOnSide(side string, sheet *Sheet) *Sheet {
	found := s.Find(side)
	if found == nil || !found.IsSide() || sheet.HasPlayer() || !found.Sheet.HasPlayer() {
		return sheet
	}
	played := *sheet
	played.Person.Player = found.Sheet.Person.Player
	return &played
}

// changeSide changes the side of an actor. If the change is secret, players still see the actor on its old side.
func (a *Actor) changeSide(e *Event) {
	side := ""
	if e.How == Secretly {
		side = a.OpenSide()
	}
	if a.Side, a.ShownSide = e.What, side; a.ShownSide == a.Side {
		a.ShownSide = ""
	}
}

// OpenSide returns the side that an actor appears to be on to everyone who doesn't know its secrets.
func (a *Actor) OpenSide() string { return cmp.Or(a.ShownSide, a.Side) }

// returnActor adds an actor of an earlier encounter again, in the state in which it left.
func (s *State) returnActor(e *Event) error {
	for i, a := range s.Away {
		if a.Key == e.Who {
			b := a.clone()
			b.Side, b.ShownSide, b.order = e.What, "", s.Joined
			if b.Absent == LeftOut { // returning in the middle of a scene
				b.Conditions, b.Outranked = outlastingConditions(b.Conditions, -s.Count), outlastingConditions(b.Outranked, -s.Count)
			}
			s.Joined++
			s.Actors = append(s.Actors, b)
			s.Away = append(s.Away[:i:i], s.Away[i+1:]...)
			return nil
		}
	}
	return fmt.Errorf("“%s” was in no earlier encounter.", e.Who)
}

// setLearnt sets a rank in a skill, or the value of a statistic, of an actor. The sheet is copied.
func (a *Actor) setLearnt(rs *Ruleset, e *Event) error {
	var l Learnable
	if e.Kind == EventRank {
		l.Skill, _ = rs.Skills.Get(e.What)
	} else if stat, ok := rs.Stats.Get(e.What); ok && stat.IsGiven() {
		l.Stat = stat
	}
	if l == (Learnable{}) {
		return fmt.Errorf("This game has no skill or basic statistic “%s”.", e.What)
	}
	a.Sheet = l.RaisedSheet(rs, a.Sheet, e.Value)
	a.stats = a.Sheet.stats
	return nil
}

// copyChanged copies the levels or conditions of an actor if an event is going to change them.
func (a *Actor) copyChanged(e *Event) {
	switch e.Kind {
	case EventPool, EventPaid, EventRefill:
		a.Levels = slices.Clone(a.Levels)
	case EventPut, EventEnd, EventNumber, EventTick, EventLimit:
		a.Conditions = slices.Clone(a.Conditions)
	}
}

// applyEvent applies an event to the actor that it names.
func (a *Actor) applyEvent(rs *Ruleset, e *Event) error {
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
		if level := pool.levelIndex(a, tool); level >= 0 {
			a.Levels[level].Now, a.Levels[level].Carry = e.Value, e.Carry
		}
	case EventPut:
		return addCondition(a, rs, e)
	case EventEnd:
		if e.ID < 0 {
			a.Outranked = collect.Filter(a.Outranked, func(h HeldCondition) bool { return h.ID != e.ID })
			break
		}
		for i := range a.Conditions {
			if a.Conditions[i].ID == e.ID {
				if e.How == ShowOnly {
					held := a.Conditions[i]
					held.ID = -held.ID
					held.planNext(none, held.Limit)
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
		switch held := a.heldByID(e.ID); {
		case held == nil: // it has ended meanwhile
		case e.Kind == EventNumber:
			held.Number = e.Value
		case e.Kind == EventTick:
			held.planNext(e.At, held.Limit)
		default:
			held.planNext(held.NextTick, e.At)
		}
	case EventActivity:
		return a.changeActivity(rs, e)
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
			a.Doing = a.Doing.prolong(e.At, e.By)
			break
		}
		a.Doing = a.Doing.clone()
		a.Doing.delayEffect(e.By)
	case EventDone:
		if a.Doing != nil {
			a.Doing = a.Doing.Beside
		}
		a.Slow = e.Value == 1
	case EventHold:
		if e.What == "" {
			a.Tool, a.OffHand = nil, nil
		} else {
			a.takeInHand(a.itemNamed(e.What), e.Value == 1)
		}
	case EventDrop:
		a.releaseItem(a.itemNamed(e.What))
		a.Dropped = append(slices.Clip(a.Dropped), a.itemNamed(e.What))
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
		return a.setLearnt(rs, e)
	case EventGoal:
		a.Goals = withProgress(a.Goals, e)
	case EventSee:
		a.applySight(e)
	case EventKnow, EventForget:
		a.applyKnowledge(e)
	case EventCard:
		cards, err := (&Card{Deck: e.What, Name: e.Other}).applyMove(e, a.Cards)
		if err != nil {
			return err
		}
		a.Cards = cards
	default:
		return fmt.Errorf("Unknown kind of event. The campaign log was written by a newer version.")
	}
	return nil
}

// changeActivity starts or ends an activity of the actor, and ends other activities of its group.
func (a *Actor) changeActivity(rs *Ruleset, e *Event) error {
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

// withoutItem returns a copy of list without item.
func withoutItem(list []*Item, item *Item) []*Item {
	return collect.Filter(list, func(other *Item) bool { return other != item })
}

// TakeProgress returns goals updated with an event's progress towards a goal of the scene, which is kept even before the first try.
func (e *Event) TakeProgress(goals []GoalProgress) []GoalProgress {
	return append(withProgress(goals, &Event{What: e.What}), GoalProgress{e.What, e.Value, int(e.At)})
}

// withProgress returns goals updated with the progress of an event. Progress with 0 tries is removed.
func withProgress(goals []GoalProgress, e *Event) []GoalProgress {
	goals = slices.DeleteFunc(slices.Clone(goals), func(p GoalProgress) bool { return p.Task == e.What })
	if e.At > 0 {
		goals = append(goals, GoalProgress{e.What, e.Value, int(e.At)})
	}
	return goals
}
