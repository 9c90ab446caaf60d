package players

import (
	"cmp"
	"math"
	"slices"

	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Weighing a player's want, that is, a choice among the offered deeds and their details: its chance, terms and options, as far as the
// character knows them.

// Want is a player's choice, which consists of names that were offered. Fields that the choice doesn't need are zero.
type Want struct {
	Deed   string   // name of an action
	Check  string   // skill to check, instead of a deed
	Other  string   // one of the values below, instead of a deed
	Whom   string   // ID of the target, or name of a way to go
	With   string   // name of the tool, pace or span
	Number float64  // number that the deed asks for
	Cards  string   // names of the cards that the deed asks for
	Order  []string // IDs of the side's figures, in the order in which they are to act
	Points float64  // points spent to act sooner
	Ticks  []Tick   // ticked options
	Text   string   // note to the game master, who alone reads it
}

// Values of Want.Other, each with the other fields that it uses.
const (
	Waiting  = "wait"    // waits for a later count
	GivingUp = "give up" // gives up the action in progress
	Raising  = "raise"   // Check is the skill or statistic
	Resting  = "pass"    // Check is the activity, With the span
	Training = "train"   // Check is the kind of training, Number the hours
	// Moving goes a way that was offered, given as Whom, at a pace given as With.
	Moving = "move"
	// Returning asks to rejoin play after an absence.
	Returning = "here"
	// Ending ends the step of the character's side, or its own turn.
	Ending = "done"
	// Ordering sets the order of the figures of the character's side.
	Ordering = "orders"
)

// Tick is a ticked option, with the row, cards or number that it asks for.
type Tick struct {
	Name, Row string  // name of the option; row, or names of cards, that are chosen with it
	Number    float64 // number entered with it; 0 if it asks for none
}

// Weight holds the chance and cost of a deed, as known in advance to its player. Nothing in it depends on the opponent's numbers: that part
// of the chance is omitted (see Roll).
type Weight struct {
	Deed    Deed     // deed that is weighed, with all its possible targets
	Plan    bool     // whether the turn has not come yet
	Refused string   // reason why it is impossible, in a few words; the fields below are empty then
	Text    string   // description of the deed
	Says    string   // sentence that tells the deed
	Roll    *Roll    // roll of the deed; nil if it needs none
	Throws  bool     // whether it throws dice with symbols
	Counts  float64  // duration in counts
	Costs   string   // price as text; empty if it is free
	Points  float64  // largest number of points that can be spent to act sooner
	With    []Means  // possible tools
	Options []Option // options that can be ticked
}

// Roll is the character's own part of a roll, with its chance as known to the character.
type Roll struct {
	Skill string // label of the skill
	rules.Likelihood
	Terms []Term // terms that add up to the chance
}

// Term is a term of a chance.
type Term struct {
	Label string  // number or modifier that the term stands for, in words
	Value float64 // value in the unit of the chance, or a factor
	Times bool    // whether Value is a factor; true only for terms in the Of of another term
	Text  string  // explanation of the label in a sentence; empty if there is none
	Of    []Term  // shares of the helpers, in the unit of their contribution, such as DF; nil for none
}

// Option is a situation that can be ticked for a deed.
type Option struct {
	Name, Label string   // name of the situation, and its label
	Gives       string   // known effect of ticking it
	Asks        string   // label of the number or cards it asks for; empty for none
	Rows        []Means  // table rows that can be chosen; nil for none
	Cards       []Card   // cards that can be chosen
	Many        int      // largest number of cards that can be chosen; 0 if it takes none
	Least, Most *float64 // bounds of the number it asks for; nil for none
	Ticked      bool     // whether it is ticked
	More        bool     // whether it applies to any deed, so that it is listed last
}

// declaredDoing returns the declaration of a want in the known state. refused is the reason why it isn't possible, or "".
func (k *knownState) declaredDoing(w *Want) (d rules.OngoingAction, refused string) {
	d = rules.OngoingAction{Action: w.Deed, Skill: w.Check, Tool: w.With, Asked: w.Number, Points: w.Points}
	if action, ok := k.rs.Actions.Get(w.Deed); ok && action.Ask.AsksCards() && w.Check == "" {
		if w.Cards == "" || w.Number != 0 {
			return d, chooseCards
		}
		code, err := action.Ask.Parse(action.Label, w.Cards)
		if d.Asked = code; err != nil {
			return d, NotOffered
		}
	} else if w.Cards != "" {
		return d, NotOffered
	}
	if w.Check != "" {
		skill, ok := k.rs.Skills.Get(w.Check)
		if !ok || w.Deed != "" || w.Whom != "" || w.With != "" || w.Number != 0 || !slices.Contains(k.actor.Sheet.Skills, skill) {
			return d, NotOffered
		}
	} else if d.Whom, refused = k.wantedTarget(w); refused != "" {
		return d, refused
	}
	if w.Points < 0 || w.Points != math.Trunc(w.Points) || !isPlausibleNumber(w.Number) || !isPlausibleNumber(w.Points) {
		return d, NotOffered
	}
	for _, t := range w.Ticks {
		option, ok := k.wantedOption(t.Name, t.Row, t.Number)
		if !ok || slices.ContainsFunc(d.Options, func(o rules.TickedOption) bool { return o.Situation == t.Name }) {
			return d, NotOffered
		}
		d.Options = append(d.Options, option)
	}
	return d, ""
}

// wantedTarget returns the target of a wanted action, or "" if it has none. refused is the reason why the action isn't possible, or "".
func (k *knownState) wantedTarget(w *Want) (whom, refused string) {
	action, ok := k.rs.Actions.Get(w.Deed)
	switch {
	case !ok, !k.isOffered(action),
		!action.Whom && !action.May && w.Whom != "",    // a target for an action without one
		w.With != "" && len(action.With) == 0,          // a tool
		w.Number != 0 && !playerAnswersAsk(action.Ask): // a number
		return "", NotOffered
	case !action.Whom && w.Whom == "":
		return "", ""
	case k.keys[w.Whom] == "":
		return "", NotSeen
	}
	return k.knownKey(w.Whom), ""
}

// wantedOption returns a situation that a player ticked, with its row and number. ok is false if players aren't offered it.
func (k *knownState) wantedOption(name, row string, number float64) (option rules.TickedOption, ok bool) {
	option = rules.TickedOption{Situation: name, Number: number}
	situation, ok := k.rs.Situations.Get(name)
	if !ok || isOnlyForGM(situation) || !isPlausibleNumber(number) || situation.Ask == nil && (row != "" || number != 0) {
		return option, false
	}
	if situation.Ask.AsksCards() {
		code, err := situation.Ask.Parse(situation.Label, row)
		option.Number = code
		return option, err == nil && number == 0
	}
	if rows := situation.Ask.Rows(); len(rows) > 0 {
		option.Side, option.Row = situation.Ask.CutSide(row)
		return option, slices.Contains(rows, option.Row) && number == 0
	}
	return option, row == ""
}

// isPlausibleNumber reports whether x is a number of a plausible size.
func isPlausibleNumber(x float64) bool { return !math.IsNaN(x) && math.Abs(x) < 1e6 }

// Weigh returns the known chance, terms and options of a want, in the state after the last passage.
func (l *Log) Weigh(s *rules.State, w Want) Weight {
	k := l.newKnownState(s, "")
	if k == nil {
		return Weight{Refused: NotNow}
	}
	weight, d, ok := k.weighWant(&w)
	if ok {
		weight.Says = l.deedSentence(s, k.deedInCompleteState(&d))
	}
	weight.Plan = !l.AtRest(s) && !canDeclareNow(k.rs, k.whole, k.whole.Find(l.seat))
	if action, ok := k.rs.Actions.Get(w.Deed); ok && k.isOffered(action) {
		weight.Deed, weight.Plan = k.deedOffer(action), weight.Plan && !action.AnyTime
	} else if skill, ok := k.rs.Skills.Get(w.Check); ok {
		weight.Deed = Deed{Name: skill.Name, Label: skill.Label}
		if l.AtRest(s) {
			weight.Counts = 0
		}
	}
	return weight
}

// weighWant returns the chance of a want and its options, or the reason why it is refused. ok reports whether d can be declared.
func (k *knownState) weighWant(w *Want) (weight Weight, d rules.OngoingAction, ok bool) {
	d, refused := k.declaredDoing(w)
	if refused != "" {
		return Weight{Refused: refused}, d, false
	}
	if !k.isPossible(d) {
		return Weight{Refused: cmp.Or(refusalForPlayers(d.CheckExclusive(k.rs)), NotNow)}, d, false
	}
	p, err := k.rs.Preview(k.state, k.actor.Key, d, nil)
	if err != nil {
		return Weight{Refused: NotNow}, d, false
	}
	if p.CheckOptions(k.rs, &d) != nil || p.CheckPoints(k.actor, &d) != nil {
		return Weight{Refused: NotOffered}, d, false
	}
	// the tool that the rules chose, if the player chose none, and the other possible ones
	if p.Tool != nil && len(p.Action.With) > 0 {
		d.Tool = p.Tool.Name
		weight.With = append(weight.With, collect.Map(p.Action.Tools(k.actor), func(item *rules.Item) Means {
			return Means{Name: item.Name, Label: item.Label, Harm: k.harmText(p.Action, item)}
		})...)
	}
	g := *k.log.game
	g.State = k.state
	weight.Text, weight.Counts, weight.Points, weight.Roll = g.DoingText(&d), p.Counts, p.Points, k.knownRoll(p.Roll)
	weight.Throws = p.Action.ThrowsDice()
	weight.Costs = rules.PricesInWords(p.Prices)
	if k.rs.Order.InRounds() {
		weight.Counts = 0 // in rounds, its duration only ends the turn
	}
	for _, o := range p.Options {
		if isOnlyForGM(o.Situation) {
			continue
		}
		option := k.situationOption(o.Situation)
		option.Gives = o.Gives
		option.Ticked = slices.ContainsFunc(d.Options, func(t rules.TickedOption) bool { return t.Situation == o.Name })
		// it applies neither to the deed nor to its tool in particular
		option.More = o.MatchIndex(k.rs, p.Action, p.Tool) < 0 && o.Flag == "" && !option.Ticked
		weight.Options = append(weight.Options, option)
	}
	slices.SortStableFunc(weight.Options, func(x, y Option) int { return compareBools(!x.More, !y.More) })
	return weight, d, true
}

// harmText returns the harm that an action with an item does to another actor, such as "2d6+4, cutting", or "" if it does none.
func (k *knownState) harmText(action *rules.Action, item *rules.Item) string {
	if !action.Harms() || item == nil {
		return ""
	}
	return item.HarmText(k.rs, k.actor)
}

// isOnlyForGM reports whether only the game master decides that a situation holds, or enters its number.
func isOnlyForGM(s *rules.Situation) bool {
	if s.GM || s.Scene {
		return true
	}
	asksOthersCards := s.Ask.AsksCards() && s.Ask.Of != "" // for cards that another actor holds
	return s.Ask != nil && (s.Ask.Words || s.Ask.Dice || s.Ask.Secret || asksOthersCards)
}

// hasCard reports whether a card is among those that can be chosen.
func (o *Option) hasCard(name string) bool {
	return slices.ContainsFunc(o.Cards, func(c Card) bool { return c.Name == name })
}

// situationOption returns a situation that can be ticked.
func (k *knownState) situationOption(s *rules.Situation) Option {
	o := Option{Name: s.Name, Label: s.Label}
	if s.Ask != nil {
		o.Asks, o.Least, o.Most = s.Ask.What, s.Ask.Least, s.Ask.Most
		if s.Ask.AsksCards() {
			o.Cards, o.Many = k.cardsFor(s.Ask), s.Ask.Many
		}
		o.Rows = append(o.Rows, collect.Map(s.Ask.Rows(), func(row string) Means { return Means{Name: row, Label: s.Ask.RowLabel(row)} })...)
	}
	return o
}

// knownRoll returns a roll as its player knows it.
func (k *knownState) knownRoll(p *rules.CheckPreview) *Roll {
	if p == nil {
		return nil
	}
	r := &Roll{Likelihood: p.Likelihood()}
	if skill, ok := k.rs.Skills.Get(p.Skill); ok {
		r.Skill = skill.Label
	}
	r.Terms = visibleTerms(rules.WithEffectSigns(p.Terms))
	for i := range r.Terms {
		r.Terms[i].Text = k.rs.ModifierText(r.Terms[i].Label)
	}
	return r
}

// visibleTerms returns terms as a page shows them, with their parts. It omits terms without effect, but keeps those capped to 0.
func visibleTerms(list []rules.Term) (terms []Term) {
	for _, t := range list {
		if of := visibleTerms(t.Parts); t.Value != 0 || len(of) > 0 && !t.Unknown {
			terms = append(terms, Term{Label: t.Label, Value: t.Value, Times: t.Times, Of: of})
		}
	}
	return terms
}

// deedSentence returns a sentence about a deed of the seat's character, addressed to its player.
func (l *Log) deedSentence(s *rules.State, d *rules.OngoingAction) string {
	var whom story.Person
	if d.Whom == l.seat {
		whom = reader
	} else if d.Whom != "" {
		whom = l.knownPerson(s, d.Whom).Person
	}
	return story.TellDeed(l.game.Rules, story.DeedOf(l.game.Rules, story.Deed, d), reader, whom)
}

// deedInCompleteState translates a deed from the known state to the complete state.
func (k *knownState) deedInCompleteState(d *rules.OngoingAction) *rules.OngoingAction {
	whole := *d
	for id, key := range k.keys {
		if d.Whom != "" && k.knownKey(id) == d.Whom {
			whole.Whom = key
		}
	}
	return &whole
}
