package players

import (
	"slices"

	"hybrid/gm"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// A character's knowledge of its own deeds (actions as players see them): sentences, the meaning of a die, repeatable deeds, and deeds
// toward one person. All of it is computed in a knownState (offer.go), the state of play with placeholders for what the character doesn't
// know. A seat is the page of one character's player.

// Repetition is the character's last deed, as it would be if repeated now.
type Repetition struct {
	Want   Want    // request that repeats the deed
	Text   string  // sentence that describes the deed
	Whose  string  // possessive pronoun of the target, such as her; empty without a target
	Roll   *Roll   // roll of the deed; nil if it needs none
	Counts float64 // duration in counts
}

// Person is an actor who is present, with the deeds that the character can do to that actor.
type Person struct {
	OtherActor
	Running  bool        // whether an encounter is in progress
	Plan     bool        // whether the character's turn has not come yet, so that a deed is a plan
	Meanings []Condition // visible conditions that have a text
	Deeds    []Try       // deeds in the order in which they are offered, refused ones last
}

// Try holds the chances of a deed done to one person, as known in advance.
type Try struct {
	Name, Label string  // action's name, and its label for players
	Refused     string  // reason why the deed is impossible, as known to the character; empty if it is possible
	Unlike      bool    // whether the person is an unusual target: an ally for a hostile deed, or the reverse
	Roll        *Roll   // roll of the deed; nil if it needs none
	Counts      float64 // duration in counts
	Costs       string  // price of the deed as text; empty if it is free
	Harm        string  // dice and kinds of harm, such as "2d6+4, cutting"; empty for a deed without harm
	Throws      bool    // whether dice with faces are thrown for it
	Asks        bool    // whether a number or cards must be given with the deed
}

// repetition returns the last deed of the seat's character, or nil if it can't be repeated.
func (l *Log) repetition(s *rules.State) *Repetition {
	action, ok := l.game.Rules.Actions.Get(l.lastDoing.Action)
	if !ok || !action.IsDeclaredByName(l.game.Rules) || action.Ask != nil {
		return nil
	}
	k := l.newKnownState(s, "")
	if k == nil || k.actor.Doing != nil {
		return nil
	}
	w := Want{Deed: l.lastDoing.Action}
	if l.lastDoing.Tool != "" && len(action.With) > 0 {
		w.With = l.lastDoing.Tool
	}
	for id, key := range k.keys {
		if l.lastDoing.Whom != "" && key == l.lastDoing.Whom {
			w.Whom = id
		}
	}
	if w.Whom == "" && (l.lastDoing.Whom != "" || action.Whom) {
		return nil
	}
	try, d, ok := k.tryDeed(&w)
	if !ok {
		return nil
	}
	s = l.publicState(s)
	r := &Repetition{Want: w, Text: l.deedSentence(s, k.deedInCompleteState(&d)), Roll: try.Roll, Counts: try.Counts}
	if w.Whom != "" && w.Whom != Self {
		r.Whose = l.knownPerson(s, l.lastDoing.Whom).possessive(l.game.Rules)
	}
	return r
}

// UsesCounts reports whether the game uses counts rather than rounds.
func (l *Log) UsesCounts() bool { return !l.game.Rules.Order.InRounds() }

// Try returns the known facts about a want, without the effects of its options. ok is false if it isn't possible.
func (l *Log) Try(s *rules.State, w Want) (t Try, ok bool) {
	if k := l.newKnownState(s, ""); k != nil {
		t, _, ok = k.tryDeed(&w)
	}
	return t, ok
}

// tryDeed computes the known facts about a want, without the effect of each option.
func (k *knownState) tryDeed(w *Want) (t Try, d rules.OngoingAction, ok bool) {
	d, refused := k.declaredDoing(w)
	if refused != "" || !k.isPossible(d) {
		return t, d, false
	}
	p, err := k.rs.PlainPreview(k.state, k.actor.Key, d)
	if err != nil || len(d.Options) > 0 && p.CheckOptions(k.rs, &d) != nil {
		return t, d, false
	}
	if p.Tool != nil && len(p.Action.With) > 0 {
		d.Tool = p.Tool.Name
	}
	t.Costs = rules.PricesInWords(p.Prices)
	if t.Roll = k.knownRoll(p.Roll); !k.rs.Order.InRounds() {
		t.Counts = p.Counts
	}
	return t, d, true
}

// Person returns the actor with the given ID and the deeds possible toward it, or nil if the character of the seat notices no such actor.
func (l *Log) Person(s *rules.State, id string) *Person {
	k, seen := l.newKnownState(s, ""), l.SeatView(s)
	if k == nil || seen == nil || k.keys[id] == "" || id == Self {
		return nil
	}
	p := &Person{Running: s.Running, Plan: !seen.AtRest && !seen.Own.Declares}
	for i := range seen.Others {
		if seen.Others[i].ID == id {
			p.OtherActor = seen.Others[i]
		}
	}
	p.Meanings = collect.Filter(p.visible, func(c Condition) bool { return c.Text != "" })
	var refused []Try
	for _, d := range l.ListOffers(s).Deeds {
		action, _ := k.rs.Actions.Get(d.Name)
		t := Try{Name: d.Name, Label: d.Label, Throws: action.ThrowsDice()}
		if !action.Whom && !action.May {
			continue
		}
		at := slices.IndexFunc(d.Whom, func(m Means) bool { return m.Name == id })
		if at < 0 {
			if t.Refused = d.Refused; t.Refused == "" {
				doing := k.defaultDoing(action)
				doing.Whom = k.knownKey(id)
				t.Refused = refusalForPlayers(k.rs.CheckPossible(k.state, k.actor.Key, doing))
			}
			if t.Refused != "" {
				refused = append(refused, t)
			}
			continue
		}
		t.Unlike, t.Asks = d.Whom[at].Unlike, d.Asks != ""
		if tried, doing, ok := k.tryDeed(&Want{Deed: d.Name, Whom: id}); ok {
			tool, _ := k.rs.Items.Get(doing.Tool)
			t.Roll, t.Counts, t.Costs, t.Harm = tried.Roll, tried.Counts, tried.Costs, k.harmText(action, tool)
		}
		p.Deeds = append(p.Deeds, t)
	}
	p.Deeds = append(p.Deeds, refused...)
	return p
}

// awaitedRoll returns the known part of the roll that the seat is asked to roll a die for, or nil if the die decides no check.
func (l *Log) awaitedRoll(s *rules.State, question *gm.Question) *Roll {
	need := &question.Need
	deed, k := l.knownInterruptedDeed(s, question)
	decidesCheck := len(need.Bands) > 0 || need.Added
	if k == nil || need.Faced != nil || need.Nth > 1 || !decidesCheck {
		return nil
	}
	r := k.knownRoll(k.rs.PreviewAwaited(k.state, deed, need))
	if r != nil {
		r.Before = append(r.Before, manualModifier)
	}
	return r
}

// manualModifier is the label of a modifier that the game master may have added to any roll.
const manualModifier = "the game master’s modifier"

// knownInterruptedDeed returns the deed that a question interrupted, and the state of play as the character knows it. The actor and the
// target of the deed are in that state even if the character doesn't notice them.
func (l *Log) knownInterruptedDeed(s *rules.State, question *gm.Question) (rules.ActiveDeed, *knownState) {
	deed := l.interruptedDeed(s, question)
	other := deed.Who
	if other == l.seat {
		other = deed.Doing.Whom
	}
	return deed, l.newKnownState(s, other)
}

// interruptedDeed returns the deed in progress that a question interrupted.
func (l *Log) interruptedDeed(s *rules.State, question *gm.Question) rules.ActiveDeed {
	g := *l.game
	g.State = s
	deed, called := question.AskedCheck()
	if !called {
		deed, _ = g.ActionUnderway(&question.Command)
	}
	return deed
}

// questionCount returns the count at which the deed that a question is about takes effect. It returns 0 if there is no deed, or if
// the character does not see its tool, since the count would reveal how long the deed took.
func (l *Log) questionCount(s *rules.State, question *gm.Question) float64 {
	if _, called := question.AskedCheck(); called || !s.Running || l.game.Rules.Order.InRounds() {
		return 0
	}
	deed := l.interruptedDeed(s, question)
	const deedAndTool = rules.KnowDeed | rules.KnowHand
	own, doer := s.Find(l.seat), s.Find(deed.Who)
	if doer == nil || doer != own && l.noticesOrRemembers(own, doer)&deedAndTool != deedAndTool {
		return 0
	}
	return deed.Doing.At
}

// isOwnDeedLanding reports whether a question is raised because the seat's own action in progress takes effect, and the seat has not
// answered any question about that action yet.
func (l *Log) isOwnDeedLanding(s *rules.State, question *gm.Question) bool {
	deed := l.interruptedDeed(s, question)
	isOwnAnswer := func(o rules.Outcome) bool { return o.Who == l.seat && o.Choice != "" }
	return deed.Who == l.seat && deed.Doing.At > deed.Doing.From && !slices.ContainsFunc(question.Need.SoFar, isOwnAnswer)
}
