package players

import (
	"fmt"
	"sort"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Log tells the players, entry by entry, what their characters may know. It goes by settled facts alone, never by a line
// or a title: those say what was typed.
type Log struct {
	game   *command.Game
	number int64
	party  string          // the side of those without a player who are of the party; empty if there is none
	met    map[string]bool // others than the party whom the players have heard of, by key
	told   map[holding]bool
	untold map[holding]bool
}

// holding is a condition that an actor has.
type holding struct {
	who string
	id  int
}

// Passage is what the players are told of an entry.
type Passage struct {
	Number int64 // among what they are told, from 1
	Count  float64
	Timed  bool // an encounter is running, so that it has a count
	Text   string
	Steps  []Step // those rolled for the party
}

// Step is a step of an entry with what fell for it. Terms are there only where none of them says something about others.
type Step struct {
	Label string
	Text  string
	Dice  []rules.Die
	Terms []rules.Term
}

// NewLog is a log that has told nothing yet, of what is played by the rules of a game.
func NewLog(g *command.Game) *Log {
	l := &Log{game: g}
	l.meet()
	return l
}

// meet forgets all others: an encounter begins.
func (l *Log) meet() {
	l.party, l.met, l.told, l.untold = "", map[string]bool{}, map[holding]bool{}, map[holding]bool{}
}

// Tell says what the players are told of the next entry that stands; ok is false where that is nothing.
func (l *Log) Tell(e *gm.HistoryEntry) (p Passage, ok bool) {
	_, begins := e.Begins()
	if begins {
		l.meet()
		l.gather(e.After)
	}
	v := &view{Log: l, entry: e, wording: e.Wording(l.game.Rules), hurt: map[string]bool{}}
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
	if text == "" {
		return Passage{}, false
	}
	l.number++
	return Passage{Number: l.number, Count: e.Count, Timed: e.After.Running, Text: text, Steps: v.steps}, true
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
	return a != nil && (a.Sheet.Person.Player != "" || l.party != "" && a.Side == l.party)
}

// view is one entry as the players see it.
type view struct {
	*Log
	entry   *gm.HistoryEntry
	wording command.Wording

	secret  bool // some of it is
	touched bool // it is about the party
	foreign bool // others than the party take part: the numbers are not the party's alone
	shown   bool // what others than the party do in it is seen
	byHand  bool // nothing was rolled or owed: the game master changed something

	head  string
	about string // whom the last thing said is about
	last  string // what that is
	parts []string
	steps []Step
	hurt  map[string]bool
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
	v.foreign = v.others(v.entry.Who) || v.others(v.entry.Whom)
	for i := range v.entry.Outcomes {
		v.secret = v.secret || v.entry.Outcomes[i].Secret
		v.foreign = v.foreign || v.others(v.entry.Outcomes[i].Who)
	}
	v.shown = !v.secret && (v.mine(v.entry.Who) || v.others(v.entry.Who) && v.touched)
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
	within := map[command.Fact]int{}
	for i := range v.entry.Outcomes {
		o := &v.entry.Outcomes[i]
		for j := range o.Events {
			within[command.FactOf(&o.Events[j])]++
		}
		v.outcome(o)
	}
	for i := range v.entry.Events {
		e := &v.entry.Events[i]
		if within[command.FactOf(e)] > 0 {
			within[command.FactOf(e)]--
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
	if text == "" || who == v.about && strings.EqualFold(text, v.last) {
		return
	}
	v.known(who)
	v.last = text
	if who != v.about {
		v.about, text = who, v.wording.Name(who)+" "+text
	}
	v.parts = append(v.parts, text)
}

// outcome tells a step.
func (v *view) outcome(o *rules.Outcome) {
	v.last = "" // it is not what the step before came to, though it may read the same
	switch {
	case o.Secret:
		if o.Belief && o.Total != nil && v.mine(o.Who) {
			v.say(o.Who, "believes "+command.Number(*o.Total))
		}
		v.hide(o.Events)
	case v.mine(o.Who):
		v.own(o)
	case v.shown && o.Kind != command.KindInitiative:
		v.say(o.Who, v.seen(o))
		v.changes(o.Events)
		if o.Row != "" && len(o.Dice) > 0 && v.mine(v.entry.Who) { // the party's die, though it is about another
			v.step(o, v.seen(o), nil)
		}
	default:
		v.aside(o)
	}
}

// hide keeps what came of something that the players know nothing of from being told later.
func (v *view) hide(events []rules.Event) {
	for _, e := range events {
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

// own tells a step of the party, with its numbers where they say nothing about others.
func (v *view) own(o *rules.Outcome) {
	clear := !v.foreign && !v.veiled(o.Who, o.Terms) && !foreign(o.Terms)
	if o.Overruled { // what fell is not what counts
		v.say(o.Who, v.seen(o))
		v.changes(o.Events)
		return
	}
	text := v.ownText(o, clear)
	v.say(o.Who, text)
	v.changes(o.Events)
	if o.Kind == command.KindInitiative || len(o.Dice) == 0 && (!clear || len(o.Terms) == 0) {
		return
	}
	if o.Row != "" && o.Whom == "" && v.others(v.entry.Who) {
		return // others rolled it
	}
	var terms []rules.Term
	if clear {
		terms = bare(o.Terms)
	}
	v.step(o, text, terms)
}

// step shows a step with its dice: whom it is about, and whom it is done to where that is another than the one the
// entry is done to.
func (v *view) step(o *rules.Outcome, text string, terms []rules.Term) {
	label := v.wording.Name(o.Who) + ": " + strings.ToLower(o.Label)
	if o.Whom != "" && o.Whom != v.entry.Who && o.Whom != v.entry.Whom && (v.met[o.Whom] || v.mine(o.Whom)) {
		label += " → " + v.wording.Name(o.Whom)
	}
	v.steps = append(v.steps, Step{Label: label, Text: text, Dice: o.Dice, Terms: terms})
}

// ownText is what a step of the party came to.
func (v *view) ownText(o *rules.Outcome, clear bool) string {
	label := strings.ToLower(o.Label)
	if o.Skill != "" {
		label = strings.ToLower(o.Skill)
	}
	switch {
	case o.Kind == command.KindInitiative:
		return v.wording.Acting(o.Events)
	case o.Degree != "" && clear:
		return fmt.Sprintf("%s %s, rolled %d, %s", label, command.Chance(v.wording.Rules, o.Chance), o.Roll, o.Degree)
	case o.Degree != "":
		return fmt.Sprintf("%s rolled %d, %s", label, o.Roll, o.Degree)
	case o.Row != "":
		return strings.TrimSpace(o.Side + " " + o.Row)
	case o.Total != nil && clear:
		return label + " " + command.Number(*o.Total)
	case o.Choice != "":
		return strings.ToLower(o.Choice)
	}
	if _, ok := v.game.Rules.Activities.Get(o.Step); ok && len(o.Events) > 0 {
		return label
	}
	return ""
}

// seen is what is to be seen of a step of others: how well it went, and no number.
func (v *view) seen(o *rules.Outcome) string {
	switch {
	case o.Degree != "":
		return strings.ToLower(o.Label) + ": " + o.Degree
	case o.Row != "":
		return strings.TrimSpace(o.Side + " " + o.Row)
	}
	return strings.ToLower(o.Choice)
}

// veiled reports whether something that the players know nothing of gave to some terms of an actor. That there is such a
// thing must not show where it gave nothing.
func (v *view) veiled(who string, terms []rules.Term) bool {
	for _, s := range []*rules.State{v.entry.Before, v.entry.After} {
		if a := s.Find(who); a != nil {
			for _, held := range a.Conditions {
				if v.untold[holding{who, held.ID}] && gave(held.Condition, terms) {
					return true
				}
			}
		}
	}
	return false
}

// gave reports whether a condition gave to some terms.
func gave(c *rules.Condition, terms []rules.Term) bool {
	for _, t := range terms {
		if t.Label == c.Label || t.Source != "" && t.Source == c.Where() || gave(c, t.Parts) {
			return true
		}
	}
	return false
}

// foreign reports whether numbers of others went into some terms.
func foreign(terms []rules.Term) bool {
	for _, t := range terms {
		for _, input := range t.Inputs {
			if strings.HasPrefix(input.Name, "other.") || strings.HasPrefix(input.Name, "against.") {
				return true
			}
		}
		if foreign(t.Parts) {
			return true
		}
	}
	return false
}

// bare is terms without the places of the game master's files.
func bare(terms []rules.Term) []rules.Term {
	list := append([]rules.Term(nil), terms...)
	for i := range list {
		list[i].Source, list[i].Parts = "", bare(list[i].Parts)
	}
	return list
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
	case rules.EventPool:
		v.last = "" // of two equal losses both are told
		v.say(e.Who, command.Changed(e))
	case rules.EventPut:
		v.say(e.Who, v.wording.Had(e))
	case rules.EventEnd:
		if !v.untold[held] && !v.wording.Fleeting(among, e) {
			v.say(e.Who, "no longer "+v.wording.Had(e))
		}
		delete(v.untold, held)
	case rules.EventActivity:
		if activity, ok := v.game.Rules.Activities.Get(e.What); ok {
			v.say(e.Who, strings.ToLower(activity.Label))
		}
	case rules.EventTell:
		if v.mine(e.Who) {
			v.say(e.Who, e.Text)
		}
	}
}

// changeOfOthers tells what is to be seen of a change of others.
func (v *view) changeOfOthers(e *rules.Event, among []rules.Event) {
	switch held := (holding{e.Who, e.ID}); e.Kind {
	case rules.EventPool:
		if pool, ok := v.game.Rules.Pools.Get(e.What); ok && e.By != 0 {
			if _, limited := v.entry.Actor(e.Who).Sheet.Max(pool); limited {
				v.hurt[e.Who] = true
			}
		}
	case rules.EventPut:
		v.told[held] = true
		v.say(e.Who, v.wording.Had(e))
	case rules.EventEnd:
		if v.told[held] && !v.wording.Fleeting(among, e) {
			v.say(e.Who, "no longer "+v.wording.Had(e))
		}
		delete(v.told, held)
	}
}

// loose tells a change that belongs to no step.
func (v *view) loose(e *rules.Event) {
	switch {
	case v.others(e.Who):
		if e.Kind == rules.EventLeave && v.met[e.Who] {
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
			v.say(e.Who, "holds: "+strings.ToLower(item.Label))
		}
	case rules.EventRank:
		if skill, ok := v.game.Rules.Skills.Get(e.What); ok {
			v.say(e.Who, strings.ToLower(skill.Label)+" rank "+command.Number(e.Value))
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
	sort.Strings(list)
	for _, who := range list {
		if a := v.entry.After.Find(who); a != nil {
			v.say(who, "is "+v.health(a))
		}
	}
}

// health is how much an actor has lost of what he has most lost of, in words.
func (v *view) health(a *rules.Actor) string {
	lost := 0.0
	for _, pool := range v.game.Rules.Pools.All {
		if most, limited := a.Sheet.Max(pool); limited && most > 0 {
			lost = max(lost, 1-a.Now(pool)/most)
		}
	}
	switch {
	case lost <= 0:
		return "unhurt"
	case lost < 0.5:
		return "hurt"
	}
	return "badly hurt"
}

// able says who can no longer act, and who can again.
func (v *view) able() {
	for _, a := range v.entry.After.Actors {
		before := v.entry.Before.Find(a.Key)
		if before == nil || before == a || !v.ours(a) && !v.met[a.Key] {
			continue
		}
		could, was := before.CanAct(v.game.Rules)
		can, why := a.CanAct(v.game.Rules)
		switch {
		case could && !can && why.Holds.Text != "":
			v.say(a.Key, "is "+strings.ToLower(why.Label))
		case !could && can && was.Holds.Text != "":
			v.say(a.Key, "is no longer "+strings.ToLower(was.Label))
		}
	}
}

// text is all of it in one line; empty if there is nothing to tell.
func (v *view) text() string {
	text := strings.Join(v.parts, " · ")
	if v.head != "" && text != "" {
		return v.head + ": " + text
	}
	return v.head + text
}
