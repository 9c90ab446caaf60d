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

// Events are settled facts, and nothing else changes a State. A new kind needs a case in State.applyEvent or Actor.applyEvent, and in
// gm/story. The JSON tags are the format of entries on disk and never change.
//
// Who is the key of the actor that an event changes. A condition has an ID, its number among all conditions that the actor has had. The ID
// is negative if a secret condition of its group outranks the condition, so that players see it but it has no effect
// (HeldCondition.IsOnlyShown). A pool with a drain passes losses on to a second pool, one point for every Drain.Every points lost; Carry is
// the number of points lost since it last passed one on.

// EventKind names the change that an event makes.
type EventKind string

// The kinds of events. An event holds settled numbers: applying it rolls nothing and does not fail. The comments say what the fields mean.
const (
	EventBegin EventKind = "begin" // an encounter starts: What is its name, Text its label, Words the situations of the scene
	// A fight starts among the actors present, who have no turns yet. By is added to every count, so that the fight starts at count 0.
	EventFight EventKind = "fight"
	// The fight ends if How is HowFight, otherwise the scene. Earlier versions ended both, and wrote no How.
	EventFinish EventKind = "finish"
	EventClock  EventKind = "clock" // the count becomes At
	// Time passes outside fights: Who has been played up to At, in seconds since the campaign began. If Who is "", the clock is set to At
	// for everyone.
	EventTime EventKind = "time"
	// Actor Who joins. What is its side. With Sheet it is a new actor: Text is its name, Words its short name and then its portrait, How
	// its looks. Without Sheet it is an actor of an earlier encounter.
	EventJoin  EventKind = "join"
	EventLeave EventKind = "leave" // actor Who leaves the encounter; How is HowMayReturn unless it was forgotten, as in old sessions
	// The player of Who is away: How is AbsentByTactic or AbsentLeftOut. If How is "", the player is back.
	EventAbsent EventKind = "absent"
	// Actor Who changes to the side What. How is HowSecret if players still see it on its old side.
	EventAllegiance EventKind = "allegiance"
	EventName       EventKind = "name" // actor Who gets the name Text; Words is the short name
	EventPool       EventKind = "pool" // the pool What of Who, or of its item Tool, becomes Value, with Carry; By is the change
	EventPaid       EventKind = "paid" // like EventPool, for the payment of a price, which isn't a loss
	// Actor Who gets the condition What with the given ID. Value is its number, Other the actor who caused it, Tool the item that it
	// belongs to, and Text a text for its label. It begins at count Carry, and its next effect comes at count At. How is HowSecret if
	// players may not know of it, or HowShownOnly.
	EventPut EventKind = "put"
	// Condition ID of Who ends. Other is the partner in a paired condition. If How is HowShownOnly and the condition was in force, players
	// still see it.
	EventEnd EventKind = "end"
	// the number of condition ID of Who becomes Value; By is the change, Other the partner in a paired condition
	EventNumber EventKind = "number"
	EventTick   EventKind = "tick"  // the next effect of condition ID of Who comes at count At
	EventLimit  EventKind = "limit" // condition ID of Who expires at count At; 0 for never
	// Actor Who begins the activity What, in place of the current one of its group. If At is -1, the activity ends.
	EventActivity EventKind = "activity"
	EventTurn     EventKind = "turn"   // the next turn of Who comes at count At, By counts later; -1 for never
	EventRound    EventKind = "round"  // round At starts; Words are the sides, in the order of their turns
	EventRolled   EventKind = "rolled" // side Who rolled Value for the next round, with the options of Doing
	// The turn of side Who comes. Value is the number of its actors that can take their turn, -1 for all. Words lists the points available
	// to pay for turns, such as "POOL 5". How is HowPasses if the side must pass, or HowDone if it gives up the rest of its turn.
	EventSideTurn EventKind = "sideturn"
	// The stage What reaches the step with the index At. Who is the side whose step it is, or "" for all; Words lists the sides that take
	// part, in order. If How is HowDone, side Who has finished the current step instead. If What is "", the stage is over.
	EventStage   EventKind = "stage"
	EventRefill  EventKind = "refill"  // like EventPool, for a pool that is refilled when a round or, in a game with counts, a turn begins
	EventOpen    EventKind = "open"    // the turn of Who begins
	EventWaiting EventKind = "waiting" // actor Who waits, and can declare an action at any later count
	EventDoing   EventKind = "doing"   // actor Who declares the action Doing
	// The action in progress of Who, and the one paired with it, take effect By counts later; the first of them at count At. If Value is 1,
	// the steps of the action have run, and it ends By counts later.
	EventDelay EventKind = "delay"
	EventDone  EventKind = "done" // the action of Who, or the first of two paired ones, is over; Value is 1 if its skill was unlearnt
	// Actor Who is at the position Value, in metres, and moves to Going, if that is given. If What is given, it names a scene, and Text is
	// the label of Who's place there; if Text is "", Who is at none of its places.
	EventPlace EventKind = "place"
	EventRank  EventKind = "rank" // actor Who gets the rank Value in the skill What
	EventStat  EventKind = "stat" // the statistic What of Who becomes Value
	EventDrop  EventKind = "drop" // the item What of Who falls to the ground
	// actor Who takes item What in the main hand, or in the off hand if Value is 1; if What is "", the actor then holds nothing
	EventHold EventKind = "hold"
	// The situations of the scene or, if Who is given, of that actor alone become Words. Text lists the secret ones, which players don't
	// see.
	EventScene EventKind = "scene"
	// Text is shown; the state doesn't change. If the text is for Who alone, What is the kind of message, such as TellWhisper.
	EventTell EventKind = "tell"
	// The entry What of the section Text of the rules is replaced with the entry Other for every actor; if Other is "", it is removed.
	EventReplace EventKind = "replace"
	EventFavour  EventKind = "favour" // the favourite prompt lines of Who become Words
	EventPin     EventKind = "pin"    // the notes on Who, or on the place Other of the encounter What, become Words
	// The reminder ID is set for At, in seconds since the campaign began, with Text; By is the number of seconds after which it repeats.
	// Other lists the keys of the actors whose players are reminded, Words the prompt lines to offer, What the scene whose clock it is. If
	// Text is "", the reminder is removed.
	EventRemind EventKind = "remind"
	// The progress of Who towards the goal of the task What is Value after At tries; By is the contribution of the last try. If At is 0,
	// the task is over. If Who is "", the goal belongs to the scene, and its progress is kept even when the task is over.
	EventGoal EventKind = "goal"
	// Actor Who now sees the aspects What of each of the actors in Words; spaces separate the names of the aspects. If What is "", Who no
	// longer sees anything of these actors.
	EventSee   EventKind = "sees"
	EventThrow EventKind = "throw" // the dice that Other threw in the step What now show Text; the state doesn't change
	// Side Who joins, with Sheet; Text is its label. Value says how much of its state from an earlier encounter it keeps: keepsState,
	// joinsAnew or joinsAsGiven.
	EventSide EventKind = "side"
	EventWon  EventKind = "won" // side What has won; Text is its label
	// Actor Who believes that the aspect or pool What of Other is Text or Value, since count At. How says how it was learnt, such
	// as LearntSeen.
	EventKnow EventKind = "know"
	// Actor Who gets the card Other of the deck What in the pile How, and loses it from the pile Text; "" stands for the deck, or for
	// another actor's pile. Value is the position in an ordered pile. Words is the actor that the card comes from or goes to.
	EventCard   EventKind = "card"
	EventForget EventKind = "forget" // actor Who forgets its knowledge of the aspect What of Other; if What is "", all knowledge of Other
)

// Event is a change of the state. The kind decides what the other fields mean: the comments here give the usual meaning; the comment of the
// kind, above, gives the exact one. Fields that a kind doesn't use are zero.
type Event struct {
	Kind  EventKind      `json:"k"`               // change that the event makes
	Who   string         `json:"who,omitempty"`   // key of the actor or side that changes
	What  string         `json:"what,omitempty"`  // name of the entry that is involved, such as a pool or a condition
	Value float64        `json:"v,omitempty"`     // new value
	Carry float64        `json:"carry,omitempty"` // points that a pool's drain has not passed on; for EventPut, the count at which it began
	By    float64        `json:"by,omitempty"`    // amount of the change, negative for a loss
	At    float64        `json:"at,omitempty"`    // count of the timeline or, for clocks and reminders, a time in seconds
	ID    int            `json:"id,omitempty"`    // serial number of a condition or a reminder
	Other string         `json:"other,omitempty"` // key of another actor that is involved
	Tool  string         `json:"tool,omitempty"`  // name of the item to which a condition, or a pool, belongs
	Doing *OngoingAction `json:"doing,omitempty"` // action that is declared, or options of a roll
	Going *Destination   `json:"going,omitempty"` // destination of a movement
	Text  string         `json:"text,omitempty"`  // text to show, or a name
	Words []string       `json:"words,omitempty"` // list of names, keys or lines
	Sheet string         `json:"sheet,omitempty"` // content of the file of a character or a side
	How   string         `json:"how,omitempty"`   // manner of the change, such as HowSecret

	of        *Actor     // the actor Who, while a run emits the event; else nil
	pool      *Pool      // the pool What, while a run emits the event; else nil
	condition *Condition // the condition What, while a run emits the event; else nil
}

// Kinds of messages to a player, as values of What in an event of the kind EventTell, and for the knowledge that such messages give.
const (
	TellWhisper = "whisper" // words of the game master
	TellText    = "text"    // a text of the campaign; Tool is the path of its file within the campaign's folder
	TellPicture = "picture" // a picture; Tool is the path of its file, Other its SHA-256, Text its name
	TellSecret  = "secret"  // a prepared secret, which the actor then knows; Other is the scene and the key of the secret
	TellThread  = "thread"  // a thread, an open question of the game master's notes, which the actor then knows; Other is its text
)

// Ways to play a character whose player is away.
const (
	AbsentByTactic = "tactic" // played by its tactic, like a character without a player
	AbsentLeftOut  = "out"    // not in any scene
)

// HowFight is the How of an end after which the scene goes on.
const HowFight = "fight"

// HowMayReturn is the manner of leaving after which an actor can return as it left.
const HowMayReturn = "may_return"

// Special counts for which nothing is scheduled: no effect, no turn, nothing else at a later count.
const (
	noCount      = -1 // none is scheduled
	noCountAgain = -2 // the only effect of a condition has happened, and no other follows
)

// Apply returns the state after events. Actors that no event names are shared with s.
func (rs *Ruleset) Apply(s *State, events []Event) (*State, error) {
	next := *s
	next.Actors, next.Sides = append([]*Actor(nil), s.Actors...), append([]*Actor(nil), s.Sides...)
	own := make(map[string]*Actor, 4) // actors that are no longer shared with s, by key
	near := 0                         // index to try first for the next actor, since events usually follow the order of the actors
	moved := false                    // whether an actor joined or left
	for i := range events {
		e := &events[i]
		actor := own[e.Who]
		if e.Who != "" && e.Kind != EventJoin && e.Kind != EventSide && actor == nil {
			if actor, near = next.unshareActor(e.Who, near); actor != nil {
				own[e.Who] = actor
			}
		}
		if actor != nil {
			actor.copyBeforeChange(e) // unshareActor copies only the Actor, which still shares its lists
		}
		if err := next.applyEvent(rs, e, actor); err != nil {
			return nil, fmt.Errorf("apply event %d (%s): %w", i+1, e.Kind, err)
		}
		switch e.Kind {
		case EventBegin, EventReplace, EventFight, EventFinish: // these events replace all actors
			clear(own)
		case EventLeave:
			delete(own, e.Who)
		case EventJoin:
			if e.Sheet != "" { // everyone forgets the earlier actor with this key, so other actors are replaced with copies too
				clear(own)
			}
			own[e.Who] = next.Actors[len(next.Actors)-1]
		}
		moved = moved || e.Kind == EventBegin || e.Kind == EventLeave || e.Kind == EventJoin
	}
	if moved {
		next.updateIndexes()
	}
	next.linkWorld(rs, own)
	return &next, nil
}

// unshareActor replaces the actor or the side with this key with a copy, which it returns, or nil if there is none. It looks first at the
// index near in s.Actors, and returns the index after the actor that it found, else near.
func (s *State) unshareActor(key string, near int) (copied *Actor, next int) {
	list, i := s.Actors, s.indexNear(key, near)
	if next = near; i >= 0 {
		next = i + 1
	} else {
		list, i = s.Sides, slices.IndexFunc(s.Sides, func(side *Actor) bool { return side.Key == key })
	}
	if i < 0 {
		return nil, next
	}
	actor := *list[i]
	list[i] = &actor
	return &actor, next
}

// applyEvent applies an event to s in place. actor is the actor that the event names, or nil if it must be looked up.
func (s *State) applyEvent(rs *Ruleset, e *Event, actor *Actor) error {
	switch e.Kind {
	case EventBegin:
		*s = State{Encounter: e.What, Label: e.Text, Running: true, Situations: e.Words, Away: s.actorsToKeep(), SidesAway: s.sidesToKeep(), Pinned: s.Pinned, Reminders: s.lastingReminders(), Clock: s.Clock}
	case EventFight:
		s.Running, s.SceneOver, s.Won, s.Round, s.SideRolls, s.Departures = true, false, "", nil, nil, nil
		s.shiftCounts(e.By)
	case EventStage:
		s.moveStage(e)
	case EventFinish:
		endFight(s, e.How)
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
	case EventTell, EventThrow: // these events change nothing
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
		s.setAbsent(e, actor)
	case EventLeave:
		s.removeActor(rs, e, actor)
	default:
		return s.changeActor(rs, e, actor)
	}
	return nil
}

// endFight ends the timeline and, unless how is HowFight, the scene. Whoever is present after a fight has come in, and doesn't do so again in
// the scene's next fight.
func endFight(s *State, how string) {
	if s.Running {
		s.setClock(s.Elapsed)
	}
	s.Running, s.SceneOver, s.Stage, s.EndedAt = false, how != HowFight, nil, s.Elapsed
	for i, a := range s.Actors {
		if how == HowFight && !a.HasEntered {
			a = a.clone()
			s.Actors[i], a.HasEntered = a, true
		}
	}
}

// setAbsent records that the player of an actor is away, or back. actor is nil if the actor isn't present; it is then looked up in s.Away.
func (s *State) setAbsent(e *Event, actor *Actor) {
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
}

// removeActor removes the actor that an event names from the encounter. actor is that actor, or nil if it isn't present. Unless it is
// forgotten, it is kept in s.Away.
func (s *State) removeActor(rs *Ruleset, e *Event, actor *Actor) {
	if actor != nil && s.Running {
		able, _ := actor.CanAct(rs)
		s.Departures = append(slices.Clip(s.Departures), Departure{actor.Side, able})
	}
	if actor != nil && (e.How == HowMayReturn || actor.Absent == AbsentLeftOut) && actor.live == nil {
		s.Away = append(slices.Clip(s.Away), actor.withoutFightState(s.Count))
	}
	if !slices.Contains(s.Leavers, e.Who) {
		s.Leavers = append(slices.Clip(s.Leavers), e.Who)
	}
	for i, present := range s.Actors {
		if present.Key == e.Who {
			s.Actors = append(s.Actors[:i:i], s.Actors[i+1:]...)
			break
		}
	}
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
	for i, a := range s.Away { // an actor with this key is created again
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
	actor := rs.NewActor(e.Who, s.sheetWithSidePlayer(e.What, sheet))
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

// sheetWithSidePlayer returns sheet or, if it has no player and the side has one, a copy with the side's player.
func (s *State) sheetWithSidePlayer(side string, sheet *Sheet) *Sheet {
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
	if e.How == HowSecret {
		side = a.ApparentSide()
	}
	if a.Side, a.ShownSide = e.What, side; a.ShownSide == a.Side {
		a.ShownSide = ""
	}
}

// ApparentSide returns the side that an actor appears to be on to everyone who doesn't know its secrets.
func (a *Actor) ApparentSide() string { return cmp.Or(a.ShownSide, a.Side) }

// returnActor brings back an actor who left this encounter or an earlier one, in the state in which it left.
func (s *State) returnActor(e *Event) error {
	for i, a := range s.Away {
		if a.Key == e.Who {
			b := a.clone()
			b.Side, b.ShownSide, b.order = e.What, "", s.Joined
			// It left with counts relative to its leaving, which now become counts of the scene.
			b.Conditions, b.Outranked = outlastingConditions(b.Conditions, -s.Count), outlastingConditions(b.Outranked, -s.Count)
			s.Joined++
			s.Actors = append(s.Actors, b)
			s.Away = append(s.Away[:i:i], s.Away[i+1:]...)
			return nil
		}
	}
	return fmt.Errorf("“%s” was in no earlier encounter.", e.Who)
}

// setRankOrStat sets a rank in a skill, or the value of a statistic, of an actor. The sheet is copied.
func (a *Actor) setRankOrStat(rs *Ruleset, e *Event) error {
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

// copyBeforeChange replaces the levels or conditions of an actor with copies, if an event is going to change them in place.
func (a *Actor) copyBeforeChange(e *Event) {
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
		return a.setLevel(rs, e)
	case EventPut:
		return addCondition(a, rs, e)
	case EventEnd:
		a.removeCondition(e)
	case EventNumber, EventTick, EventLimit:
		a.changeCondition(e)
	case EventActivity:
		return a.changeActivity(rs, e)
	case EventTurn:
		a.Turn, a.Open, a.Waiting = e.At, false, false
	case EventOpen:
		a.Open = true
	case EventWaiting:
		a.Turn, a.Open, a.Waiting = noCount, false, true
	case EventDoing:
		a.Doing, a.Turn, a.Open, a.Waiting = e.Doing, noCount, false, false
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
		return a.setRankOrStat(rs, e)
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

// setLevel sets the level of the pool that an event names.
func (a *Actor) setLevel(rs *Ruleset, e *Event) error {
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
	return nil
}

// removeCondition removes the condition that an event ends or, if players still see it, moves it to a.Outranked, with a negative ID.
func (a *Actor) removeCondition(e *Event) {
	if e.ID < 0 {
		a.Outranked = collect.Filter(a.Outranked, func(h HeldCondition) bool { return h.ID != e.ID })
		return
	}
	for i := range a.Conditions {
		if a.Conditions[i].ID == e.ID {
			if e.How == HowShownOnly {
				held := a.Conditions[i]
				held.ID = -held.ID
				held.planNext(noCount, held.Limit)
				a.Outranked = append(slices.Clip(a.Outranked), held)
			}
			a.Conditions = slices.Delete(a.Conditions, i, i+1)
			return
		}
	}
}

// changeCondition changes the number of a condition, the count of its next effect, or the count at which it expires.
func (a *Actor) changeCondition(e *Event) {
	if e.ID < 0 {
		a.Outranked = slices.Clone(a.Outranked)
	}
	switch held := a.heldByID(e.ID); {
	case held == nil: // the condition has ended
	case e.Kind == EventNumber:
		held.Number = e.Value
	case e.Kind == EventTick:
		held.planNext(e.At, held.Limit)
	default:
		held.planNext(held.NextTick, e.At)
	}
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
	if !activity.Plain && e.At != noCount {
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

// TakeProgress returns goals with an event's progress towards a goal of the scene, which is kept even if it has 0 tries.
func (e *Event) TakeProgress(goals []GoalProgress) []GoalProgress {
	return append(withProgress(goals, &Event{What: e.What}), GoalProgress{e.What, e.Value, int(e.At)})
}

// withProgress returns a copy of goals in which an event's progress replaces earlier progress towards the same goal. Progress with 0 tries
// is removed.
func withProgress(goals []GoalProgress, e *Event) []GoalProgress {
	goals = slices.DeleteFunc(slices.Clone(goals), func(p GoalProgress) bool { return p.Task == e.What })
	if e.At > 0 {
		goals = append(goals, GoalProgress{e.What, e.Value, int(e.At)})
	}
	return goals
}
