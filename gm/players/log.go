package players

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Log tells the players, entry by entry, what their characters may know. It goes by settled facts alone, never by a line
// or a title: those say what was typed.
type Log struct {
	game      *command.Game
	seat      string // the key of the one whose player is told; empty for what is told to all players together
	number    int64
	count     float64         // of the last thing noticed
	party     string          // the side of those without a player who are of the party; empty if there is none
	met       map[string]bool // others than the party whom the players have heard of, by key
	told      map[holding]bool
	untold    map[holding]bool
	people    acquaintances
	glimpses  map[glimpse]*rules.Actor
	called    *calling         // of the last state that was looked at; nil for none
	shown     *renaming        // the last state that was shown with other names; nil for none
	habits    map[string]habit // of the seat, by action
	abilities *abilities       // of the seat; nil where they are to be worked out
}

// holding is a condition that an actor has.
type holding struct {
	who string
	id  int
}

// Passage is what the players are told of an entry.
type Passage struct {
	Number  int64   // among what they are told, from 1
	Count   float64 // of what was noticed; of what the game master does by hand that of the last thing noticed before
	Timed   bool    // an encounter is running, so that it has a count
	Text    string
	Steps   []RolledStep // those rolled for the party
	Whisper string       // what was whispered to the one of the seat; empty without it
	Picture string       // the SHA-256 of a picture that is shown, in hexadecimal; empty without one
}

// RolledStep is a step of an entry with the dice that fell for it.
type RolledStep struct {
	Label string
	Text  string
	Dice  []Die
}

// Die is a die that fell, such as d100.
type Die struct {
	Die    string
	Result int
	Face   string // of a die with faces, what it shows
	Typed  bool
	For    string
}

// NewLog is a log that has told nothing yet, of what is played by the rules of a game, to all players together.
func NewLog(g *command.Game) *Log { return NewSeatLog(g, "") }

// NewSeatLog is a log that has told nothing yet, for the player of one character, by its key.
func NewSeatLog(g *command.Game, key string) *Log {
	l := &Log{game: g, seat: key, habits: map[string]habit{}}
	l.meet()
	return l
}

// meet forgets all others: an encounter begins.
func (l *Log) meet() {
	l.party, l.met, l.told, l.untold = "", map[string]bool{}, map[holding]bool{}, map[holding]bool{}
	l.count, l.people, l.called, l.glimpses = 0, acquaintances{}, nil, nil
}

// Tell says what the players are told of the next entry that stands; ok is false where that is nothing.
func (l *Log) Tell(e *gm.HistoryEntry) (p Passage, ok bool) {
	l.learn(e)
	_, begins := e.Begins()
	if begins {
		l.meet()
		l.gather(e.After)
	} else {
		l.keepSights(e)
	}
	if l.seat == TableSeat {
		for _, a := range played(e.After) {
			l.met[a.Key] = true
		}
	}
	veiled, before := l.veil(e)
	v := &view{Log: l, plain: e, entry: veiled, before: before, wording: veiled.Wording(l.game.Rules), hurt: map[string]bool{}}
	v.look()
	switch {
	case begins:
		v.parts = []string{"the encounter begins"}
	case e.Ends():
		v.parts = []string{"the encounter ends"}
	default:
		v.tell()
	}
	text := v.text()
	if v.noticed() || text != "" && !v.byHand {
		l.count = e.Count
	}
	if text == "" {
		return Passage{}, false
	}
	l.number++
	return Passage{Number: l.number, Count: l.count, Timed: e.After.Running, Text: text, Steps: v.steps, Whisper: v.whisper, Picture: v.picture}, true
}

// gather finds the side of the party: where most of the characters with a player stand. Where as many stand against
// them, an actor without a player is a foe of some, and of no party.
func (l *Log) gather(s *rules.State) {
	l.party = ""
	players, most := map[string]int{}, 0
	for _, a := range s.Actors {
		if a.Sheet.Person.Player == "" || a.Side == "" {
			continue
		}
		players[a.Side]++
		if n := players[a.Side]; n > most {
			l.party, most = a.Side, n
		} else if n == most {
			l.party = ""
		}
	}
}

// Party lists those of the party, as the encounter under way knows it.
func (l *Log) Party(s *rules.State) (list []*rules.Actor) {
	for _, a := range s.Actors {
		if l.ours(a) {
			list = append(list, a)
		}
	}
	return list
}

// ours reports whether an actor is of the party: one with a player, or who stands on their side.
func (l *Log) ours(a *rules.Actor) bool {
	if l.seat != "" {
		return a != nil && a.Key == l.seat
	}
	return a != nil && (a.Sheet.Person.Player != "" || l.party != "" && a.Side == l.party)
}

// view is one entry as the players see it.
type view struct {
	*Log
	plain   *gm.HistoryEntry  // as it was
	entry   *gm.HistoryEntry  // with the names by which the players know others
	before  map[string]string // what those were before
	wording command.Wording

	secret  bool // some of it is
	touched bool // it is about the party
	shown   bool // what others than the party do in it is seen
	byHand  bool // nothing was rolled or owed: the game master changed something

	head    string
	about   string // whom the last thing said is about
	last    string // what that is
	parts   []string
	steps   []RolledStep
	picture string
	whisper string
	hurt    map[string]bool
}

// mine reports whether the one with this key is of the party.
func (v *view) mine(key string) bool { return key != "" && v.ours(v.entry.Actor(key)) }

// others reports whether the one with this key is another than one of the party.
func (v *view) others(key string) bool { return key != "" && !v.ours(v.entry.Actor(key)) }

// look finds out what kind of entry it is, before anything is told.
func (v *view) look() {
	v.byHand = len(v.entry.Outcomes) == 0
	for _, e := range v.entry.Events {
		v.byHand = v.byHand && e.Kind != rules.EventClock
		if e.Kind == rules.EventJoin {
			v.forget(e)
		}
		v.touched = v.touched || v.mine(e.Who)
	}
	v.touched = v.touched || v.mine(v.entry.Whom)
	for i := range v.entry.Outcomes {
		v.secret = v.secret || v.entry.Outcomes[i].Secret
	}
	seen := v.others(v.entry.Who) && (v.touched || v.seat != "") && v.sees(v.entry.Who, rules.KnowDeed)
	v.shown = !v.secret && (v.mine(v.entry.Who) || seen)
}

// forget lets go of what was known of an actor's conditions: an actor that comes in anew has others.
func (v *view) forget(e rules.Event) {
	v.gather(v.entry.After)
	if e.Sheet == "" {
		return
	}
	for _, held := range []map[holding]bool{v.told, v.untold} {
		for h := range held {
			if h.who == e.Who {
				delete(held, h)
			}
		}
	}
}

// tell collects what there is to say.
func (v *view) tell() {
	v.deeds()
	within := map[command.EventIdentity]int{}
	for i := range v.entry.Outcomes {
		o := &v.entry.Outcomes[i]
		for j := range o.Events {
			within[command.Identify(&o.Events[j])]++
		}
		v.outcome(o)
	}
	for i := range v.entry.Events {
		e := &v.entry.Events[i]
		if within[command.Identify(e)] > 0 {
			within[command.Identify(e)]--
			continue
		}
		v.loose(e)
	}
	v.wounds()
	v.able()
}

// deeds says who does what, where that is to be seen: the party from its declaration on, others when it takes effect.
func (v *view) deeds() {
	for i := range v.entry.Events {
		e := &v.entry.Events[i]
		switch {
		case e.Kind == rules.EventDoing && v.mine(e.Who):
			v.doer(e.Who, v.deed(v.entry.After, e.Doing, (*command.Game).Landing))
		case e.Kind != rules.EventDone:
		case e.Who == v.entry.Who && e.Text == "" && !v.byHand:
			if a := v.entry.Before.Find(e.Who); a != nil && a.Doing != nil && (v.mine(e.Who) || v.shown) {
				alone := *a.Doing // of two the one that takes effect
				alone.Beside = nil
				if v.others(e.Who) && !v.mine(alone.Whom) && !v.game.Rules.Knowledge.WholeDeed() {
					alone.Whom, alone.Tool = "", ""
				}
				v.doer(e.Who, v.deed(v.entry.Before, &alone, (*command.Game).DoingText))
			}
		case v.mine(e.Who):
			if a := v.entry.Before.Find(e.Who); a != nil && a.Doing != nil {
				v.say(e.Who, "stops: "+v.deed(v.entry.Before, a.Doing, (*command.Game).DoingText))
			}
		}
	}
}

// doer makes an actor the one the entry is about.
func (v *view) doer(who, deed string) {
	if v.head == "" {
		v.about, v.head = who, v.wording.Name(who)+": "+deed
		v.known(who)
		if v.others(v.entry.Whom) {
			v.known(v.entry.Whom)
		}
	}
}

// deed says what an actor is doing, and what beside it.
func (v *view) deed(s *rules.State, d *rules.Doing, text func(*command.Game, *rules.Doing) string) string {
	then := *v.game
	then.State = s
	return then.BothText(d, text)
}

// known makes an actor one the players have heard of.
func (v *view) known(who string) { v.met[who] = true }

// say adds something about an actor, with the name where the last thing was about another.
func (v *view) say(who, text string) {
	name := v.wording.Name(who)
	if name == you {
		text = toYou(text)
	}
	v.sayAs(who, name+" ", text)
}

// sayAs is say with a word for the actor of its own.
func (v *view) sayAs(who, name, text string) {
	if text == "" || who == v.about && strings.EqualFold(text, v.last) {
		return
	}
	v.known(who)
	v.last = text
	if who != v.about {
		v.about, text = who, name+text
	}
	v.parts = append(v.parts, text)
}

// is says what an actor is: of the one the last thing was about in a word.
func (v *view) is(who, text string) {
	name := v.wording.Name(who) + " is "
	if name == you+" is " {
		name = you + " are "
	}
	v.sayAs(who, name, text)
}

// outcome tells a step.
func (v *view) outcome(o *rules.Outcome) {
	v.last = "" // it is not what the step before came to, though it may read the same
	switch {
	case o.Secret:
		if o.Belief && o.Total != nil && v.mine(o.Who) && v.alone(o.Who) {
			v.say(o.Who, "believes "+command.Number(*o.Total))
		}
		v.hide(o.Events)
		for i := range o.Events { // its own numbers show
			if e := &o.Events[i]; v.mine(e.Who) && (e.Kind == rules.EventPool || e.Kind == rules.EventPaid) {
				v.change(e, o.Events)
			}
		}
	case v.mine(o.Who):
		v.own(o)
	case v.shown && o.Kind != command.KindInitiative:
		v.say(o.Who, v.seen(o))
		v.changes(o.Events)
		if o.Row != "" && len(o.Dice) > 0 && v.mine(v.entry.Who) { // the party's die, though it is about another
			v.step(o, v.seen(o))
		}
	default:
		v.aside(o)
	}
}

// hide keeps what came of something that the players know nothing of from being told later.
func (v *view) hide(events []rules.Event) {
	for _, e := range events {
		if e.Kind == rules.EventKnow {
			v.learnt(&e)
		}
		if e.Kind == rules.EventPut {
			v.untold[holding{e.Who, e.ID}] = true
		}
	}
}

// aside is a step of others that is not to be seen; what it does to the party is.
func (v *view) aside(o *rules.Outcome) {
	var hidden []rules.Event
	for i := range o.Events {
		if e := &o.Events[i]; v.mine(e.Who) && e.Kind != rules.EventTell {
			v.change(e, o.Events)
		} else {
			hidden = append(hidden, *e)
		}
	}
	v.hide(hidden)
}

// own tells a step of the party: its dice and how it went. What the chance was made of is the game master's, since it may
// hold what only the game master knows; that there is nothing of the kind would show, too.
func (v *view) own(o *rules.Outcome) {
	if o.Overruled { // what fell is not what counts
		v.say(o.Who, v.seen(o))
		v.changes(o.Events)
		return
	}
	text := v.ownText(o)
	switch {
	case v.wording.Name(o.Who) == you && o.Degree != "":
		v.sayAs(o.Who, "your ", text)
	case v.wording.Name(o.Who) == you && (o.Row != "" || v.lasts(o)):
		v.sayAs(o.Who, you+": ", text)
	default:
		v.say(o.Who, text)
	}
	v.changes(o.Events)
	if o.Kind == command.KindInitiative || len(o.Dice) == 0 || o.Row != "" && o.Whom == "" && v.others(v.entry.Who) {
		return // of a row others rolled it
	}
	v.step(o, text)
}

// step shows a step with its dice: whom it is about, and whom it is done to where that is another than the one the
// entry is done to.
func (v *view) step(o *rules.Outcome, text string) {
	label := rules.Within(o.Label)
	if name := v.wording.Name(o.Who); name != you {
		label = name + ": " + label
	}
	if o.Whom != "" && o.Whom != v.entry.Who && o.Whom != v.entry.Whom && (v.met[o.Whom] || v.mine(o.Whom)) {
		label += " → " + v.wording.Name(o.Whom)
	}
	step := RolledStep{Label: label, Text: text}
	for _, die := range o.Dice {
		step.Dice = append(step.Dice, Die{die.Die, die.Result, die.Face, die.Typed, die.For})
	}
	v.steps = append(v.steps, step)
}

// ownText is what a step of the party came to.
func (v *view) ownText(o *rules.Outcome) string {
	label := rules.Within(o.Label)
	if o.Skill != "" {
		label = rules.Within(o.Skill)
	}
	switch {
	case o.Kind == command.KindInitiative:
		return v.wording.Acting(o.Events)
	case o.Throw != "" && o.Degree != "":
		return fmt.Sprintf("%s %s, %s", label, o.Throw, o.Degree)
	case o.Throw != "":
		return label + " " + o.Throw
	case o.Degree != "":
		return fmt.Sprintf("%s rolled %d, %s", label, o.Roll, o.Degree)
	case o.Row != "":
		return strings.TrimSpace(o.Side + " " + o.Row)
	case o.Choice != "":
		return rules.Within(o.Choice)
	}
	if v.lasts(o) {
		return label
	}
	return ""
}

// lasts reports whether a step is some time spent in a way.
func (v *view) lasts(o *rules.Outcome) bool {
	_, ok := v.game.Rules.Activities.Get(o.Step)
	return ok && len(o.Events) > 0
}

// seen is what is to be seen of a step of others: how well it went, and no number.
func (v *view) seen(o *rules.Outcome) string {
	switch {
	case o.Degree != "":
		return rules.Within(o.Label) + ": " + o.Degree
	case o.Row != "":
		return strings.TrimSpace(o.Side + " " + o.Row)
	}
	return rules.Within(o.Choice)
}

// changes tells what a step did.
func (v *view) changes(events []rules.Event) {
	for i := range events {
		v.change(&events[i], events)
	}
}

// change tells one change.
func (v *view) change(e *rules.Event, among []rules.Event) {
	if v.others(e.Who) {
		v.changeOfOthers(e, among)
		return
	}
	switch held := (holding{e.Who, e.ID}); e.Kind {
	case rules.EventPool, rules.EventPaid:
		v.last = "" // of two equal losses both are told
		if pool, ok := v.game.Rules.Pools.Get(e.What); ok && v.wording.Name(e.Who) == you {
			if by := command.Signed(e.By); by != "0" {
				v.sayAs(e.Who, you+": ", rules.Within(pool.Label)+" "+by)
			}
			return
		}
		v.say(e.Who, command.Changed(e))
	case rules.EventPut:
		if v.secretly(e) {
			v.untold[held] = true
			return
		}
		v.is(e.Who, v.wording.Had(e))
	case rules.EventEnd:
		if !v.secretly(e) && !v.untold[held] && !v.wording.Fleeting(among, e) {
			v.is(e.Who, "no longer "+v.wording.Had(e))
		}
		delete(v.untold, held)
	case rules.EventActivity:
		if activity, ok := v.game.Rules.Activities.Get(e.What); ok {
			v.say(e.Who, rules.Within(activity.Label))
		}
	case rules.EventTell:
		if v.mine(e.Who) && e.How != rules.Secretly {
			v.say(e.Who, e.Text)
		}
	}
}

// changeOfOthers tells what is to be seen of a change of others.
func (v *view) changeOfOthers(e *rules.Event, among []rules.Event) {
	switch held := (holding{e.Who, e.ID}); e.Kind {
	case rules.EventPool:
		if pool, ok := v.game.Rules.Pools.Get(e.What); ok && e.By != 0 && v.sees(e.Who, rules.KnowHealth) && v.game.Rules.Knowledge.Shows(pool) {
			v.hurt[e.Who] = true
		}
	case rules.EventPut:
		if v.secretly(e) || !v.sees(e.Who, rules.KnowCondition) || v.ahead(e) {
			return
		}
		v.told[held] = true
		v.is(e.Who, v.wording.Had(e))
	case rules.EventEnd:
		if v.told[held] && v.sees(e.Who, rules.KnowCondition) && !v.wording.Fleeting(among, e) {
			v.is(e.Who, "no longer "+v.wording.Had(e))
		}
		delete(v.told, held)
	}
}

// loose tells a change that belongs to no step.
func (v *view) loose(e *rules.Event) {
	switch {
	case e.Kind == rules.EventTell && e.What != "" || e.Kind == rules.EventKnow || e.Kind == rules.EventForget:
		v.learnt(e)
		return
	case v.others(e.Who):
		if e.Kind == rules.EventLeave && v.met[e.Who] && v.sees(e.Who, rules.KnowThere) {
			v.say(e.Who, "leaves")
		}
		if v.byHand && v.met[e.Who] {
			v.changeOfOthers(e, v.entry.Events)
		}
		return
	case !v.mine(e.Who):
		return
	}
	switch e.Kind {
	case rules.EventJoin:
		v.say(e.Who, "comes in")
	case rules.EventLeave:
		v.say(e.Who, "leaves")
	case rules.EventWaiting:
		v.say(e.Who, "waits")
	case rules.EventTurn:
		v.say(e.Who, v.wording.Turn(e))
	case rules.EventHold:
		if item, ok := v.game.Rules.Items.Get(e.What); ok {
			v.say(e.Who, "holds: "+rules.Within(item.Label))
		}
	case rules.EventRank:
		if skill, ok := v.game.Rules.Skills.Get(e.What); ok {
			v.say(e.Who, command.Reached(rules.Learnable{Skill: skill}, e.Value))
		}
	case rules.EventStat:
		if stat, ok := v.game.Rules.Stats.Get(e.What); ok {
			v.say(e.Who, command.Reached(rules.Learnable{Stat: stat}, e.Value))
		}
	case rules.EventTell:
	default:
		v.change(e, v.entry.Events)
	}
}

// wounds says how badly others are hurt, in words.
func (v *view) wounds() {
	var list []string
	for who := range v.hurt {
		list = append(list, who)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Compare(v.order(a), v.order(b)) })
	for _, who := range list {
		if a := v.entry.After.Find(who); a != nil {
			v.say(who, "is "+a.HealthWords(v.game.Rules))
		}
	}
}

// order returns the place of an actor among those who were met, for lists: keys may tell something.
func (v *view) order(key string) int {
	if p := v.people.by[key]; p != nil {
		return p.number
	}
	return math.MaxInt
}

// able says who can no longer act, and who can again.
func (v *view) able() {
	for _, x := range command.AbilityChanges(v.game.Rules, v.entry.Before.Open(), v.entry.After.Open()) {
		key := x.Who.Key
		if v.plain.Before.Find(key) == v.plain.After.Find(key) || !v.ours(x.Who) && !(v.met[key] && v.sees(key, rules.KnowCondition)) {
			continue
		}
		if x.By.Holds.Text != "" && !x.By.Secret {
			v.say(key, x.Text())
		}
	}
}

// text is all of it in one line; empty if there is nothing to tell.
func (v *view) text() string {
	text := strings.Join(v.parts, " · ")
	if v.head != "" && text != "" {
		text = v.head + ": " + text
	} else {
		text = v.head + text
	}
	if v.seat != "" {
		return capital(text)
	}
	return text
}
