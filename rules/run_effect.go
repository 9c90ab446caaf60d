package rules

import (
	"cmp"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Effects (`do`): their keys and their compilation. Run.applyEffect in run_stepper.go carries them out. A new kind needs a field of Effect,
// a verb and a row in listKinds here, and a case there. The entries of a group of conditions or activities are ordered from the mildest to
// the worst, so `up` makes things worse. A nameScope holds the names that a formula can read at its place in the YAML. An aspect is a
// property that actors can learn about one another. This file also compiles two other carriers of effects: the rows of tables and the
// limits of pools.

// Effect is a change of the state of the game. Each has exactly one verb, such as `lose` or `put`.
type Effect struct {
	Head   `yaml:",inline"`
	When   source.Text `yaml:"when" formula:"yes"`                // The condition under which it happens: a formula.
	Who    string      `yaml:"who" one:"other both ours theirs"`  // Target: other, both, ours or theirs. Default: the actor.
	Lose   source.Text `yaml:"lose" of:"pools" verb:"yes"`        // The pool that loses `by` points.
	Gain   source.Text `yaml:"gain" of:"pools" verb:"yes"`        // The pool that gains `by` points.
	By     source.Text `yaml:"by" formula:"yes"`                  // The amount: a formula, which can contain dice, such as `1d6 + 2`.
	Rest   source.Text `yaml:"rest" of:"pools"`                   // The pool that takes the remainder of a loss when the first one is empty.
	Put    source.Text `yaml:"put" of:"conditions" verb:"yes"`    // The condition that starts.
	Number source.Text `yaml:"number" formula:"yes"`              // The number of the condition that starts: a formula, which can contain dice.
	End    source.Text `yaml:"end" of:"conditions" verb:"yes"`    // The condition that ends.
	Change source.Text `yaml:"change" of:"conditions" verb:"yes"` // The condition whose number changes by `by`.
	Up     source.Text `yaml:"up" of:"groups" verb:"yes"`         // The group of conditions or activities to move up in, by `by` steps.
	Down   source.Text `yaml:"down" of:"groups" verb:"yes"`       // The group of conditions or activities to move down in, by `by` steps.
	// Counts added to the action in progress, or else to the next turn: a formula, which can contain dice. On the turn of its own actor,
	// it wins over `next` of order.
	Delay source.Text `yaml:"delay" formula:"yes" verb:"yes"`
	// Counts by which the actor's action takes longer once its steps have run: a formula. Until then it's in progress, and an item that it
	// takes in hand isn't available yet.
	Prolong source.Text `yaml:"prolong" formula:"yes" verb:"yes"`
	// The distance between actor and target afterwards, in metres, if positions are tracked.
	Apart source.Text `yaml:"apart" formula:"yes" verb:"yes"`
	// The dice rolled again: `initiative`, a step, or with `by: asked` some of its dice. `turn` gives another turn this round.
	Again source.Text `yaml:"again" verb:"yes"`
	Throw source.Text `yaml:"throw" verb:"yes"` // The step to add `by` dice to.
	Turn  source.Text `yaml:"turn" verb:"yes"`  // The step in whose throw dice are turned: `by` dice, or all of them.
	From  source.Text `yaml:"from"`             // The face to turn.
	To    source.Text `yaml:"to"`               // The new face.
	// The deck whose cards change piles: `by` of them, or those of `card`. They come from the pile `from` (default: deck) and go to `to`
	// (default: hand).
	Deal  source.Text `yaml:"deal" of:"tables" verb:"yes"`
	Card  source.Text `yaml:"card"`               // With deal: a card by name, or an earlier question for cards, such as `asked`.
	Slot  source.Text `yaml:"slot" formula:"yes"` // With deal to open: the number of the slot where the cards lie. See `covers` of decks.
	Whose string      `yaml:"whose" one:"other"`  // With deal: `other` takes them from the target's pile. Default: the actor's own.
	Tell  string      `yaml:"tell" verb:"yes"`    // A text to show.
	GM    bool        `yaml:"gm"`                 // True with `tell`: only the game master reads the text.
	// Aspects or pools of the target that the actor learns. `by` gives a number that might be wrong.
	Know  []source.Text `yaml:"know" verb:"yes"`
	Wait  bool          `yaml:"wait" verb:"yes"`        // True: the actor waits, and can declare an action at any later count.
	Drop  bool          `yaml:"drop" verb:"yes"`        // True: the actor drops the item in the main hand.
	Empty bool          `yaml:"empty_hands" verb:"yes"` // True: the actor drops everything in hand.
	LetGo bool          `yaml:"leaves_hand" verb:"yes"` // True: the tool of the action leaves the hand, such as a thrown spear.

	when            *Formula     // compiled `when`; nil if it always happens
	amount          *Formula     // amount; nil if the verb needs none
	pool            *Pool        // pool that loses or gains points; nil for other effects
	rest            *Pool        // pool that takes the remainder of a loss; nil for none
	condition       *Condition   // condition that starts, ends or changes; nil for other effects
	groupConditions []*Condition // conditions of the group to move in, the mildest first; nil for activities
	groupActivities []*Activity  // activities of the group to move in, in their order in the pack; nil for conditions
	throw           *rethrow     // change of a throw; nil for other effects
	deal            *cardDeal    // cards to deal; nil for other effects
	verb            effectVerb   // kind of the effect
	phrase          string       // verb in words, such as loses
	value           string       // text of the verb's key, in words
}

// Phrase returns the verb of the effect in words, such as "loses", and the text of its key in words, such as a pool and an amount.
func (e *Effect) Phrase() (phrase, value string) { return e.phrase, e.value }

// effectVerb is the verb of an effect, such as lose or put.
type effectVerb int

// The verbs. Verbs from verbThrow on change dice that were rolled earlier (run_rethrow.go).
const (
	verbNone effectVerb = iota
	verbLose
	verbGain
	verbPut
	verbEnd
	verbChange
	verbUp
	verbDown
	verbDelay
	verbProlong
	verbApart // sets the distance of actor and target
	verbAgain // rolls initiative again, or gives another turn; see verbReroll for other dice
	verbTell
	verbWait
	verbDrop
	verbLetGo // drops the tool of the action; key leaves_hand
	verbKnow
	verbDeal
	verbThrow  // adds dice to a throw
	verbReroll // rolls a check or some dice of a throw again
	verbTurn   // turns dice of a throw to another face
)

// actorTool returns the item that a uses in the frame, or else the item in its hand.
func (f *Frame) actorTool(a *Actor) *Item {
	for _, side := range f.sides {
		if side.actor.Key == a.Key {
			return side.tool
		}
	}
	return a.Tool
}

// effectAmount returns the amount of an effect, rolling its dice for the frame's actor.
func (r *Run) effectAmount(f *Frame, e *Effect) float64 {
	r.purpose, r.rollingActor = e.Label, f.sides[0].actor.Key
	before := len(r.rolledDice)
	x := TrimNoise(e.amount.Num(f))
	if r.record && len(r.rolledDice) > before {
		r.trace.add(Term{Label: e.amount.Text, Value: x, Source: e.where, Guide: e.Src})
	}
	return x
}

// compileEffects compiles the effects of an entry or a step. label is the text that explains the use of their dice, unless an effect has a
// label of its own.
func (c *compiler) compileEffects(list []*Effect, label string, p nameScope) {
	for _, effect := range list {
		effect.Label = cmp.Or(effect.Label, label)
		effect.compile(c, p)
	}
}

// verifyNotRepeated reports an effect that changes something of a side but, because of `who`, is carried out once for each actor of
// the side.
func (e *Effect) verifyNotRepeated(c *compiler, who string) {
	if who != whoOurs && who != whoTheirs {
		return
	}
	owned, pos := "", e.Pos
	switch {
	case e.deal != nil && e.deal.deck.Hands == deckOfSide:
		owned = e.deal.deck.Name
	case e.pool != nil && e.pool.BelongsToSide():
		owned = e.pool.Name
	case e.condition != nil && e.condition.BelongsToSide() && e.verb != verbPut && e.verb != verbEnd:
		owned = e.condition.Name
	default:
		return
	}
	instead := "Remove who."
	if who == whoTheirs {
		instead = "Write `who: other`."
	}
	c.addMistake(source.BadValue, pos, "%s belongs to the side, but `who: %s` changes it once for each actor. %s", owned, who, instead)
}

// effectKind is a kind of effect, with its value in one effect.
type effectKind struct {
	key     string     // key in the YAML
	value   string     // text of the key's value in this effect, for `hybrid rule`; "" if the effect is of another kind
	phrase  string     // words before the value
	verb    effectVerb // this kind's verb
	compile func()     // compiles the value; nil if not needed
}

// listKinds returns all kinds of effects, with the value that e has for each. The value is "" for all kinds but e's own.
func (e *Effect) listKinds(c *compiler, p nameScope) []effectKind {
	// The next four return functions that compile the value of a kind.
	number := func(text source.Text) func() { return func() { e.amount = c.compileNumber(text, p) } }
	pool := func(text source.Text) func() {
		return func() { e.pool, e.amount = findEntry(c, &c.rs.Pools, text, "pool"), c.compileNumber(e.By, p) }
	}
	condition := func(text, by source.Text) func() {
		return func() {
			e.condition, e.amount = findEntry(c, &c.rs.Conditions, text, "condition"), c.compileNumber(by, p)
		}
	}
	group := func(text source.Text) func() {
		return func() {
			e.compileGroup(c, text)
			e.amount = c.compileNumber(e.By, p)
		}
	}
	flag := map[bool]string{true: " "} // a key that can only be true has this value, so that it isn't empty
	turning := ""
	if e.Turn.Text != "" {
		turning = ReadableName(e.From.Text) + " to " + ReadableName(e.To.Text)
	}
	amount := func(name source.Text) string {
		if name.Text == "" {
			return ""
		}
		return strings.TrimSpace(name.Text + " " + e.By.Text)
	}
	// Each row lists the key, its value in e, the words before the value, the verb, and the function that compiles the value.
	return []effectKind{
		{"lose", amount(e.Lose), "loses", verbLose, func() {
			pool(e.Lose)()
			// The first effect with `rest` also determines Pool.OverflowPool.
			if e.rest = findEntry(c, &c.rs.Pools, e.Rest, "pool"); e.pool != nil {
				e.pool.restPool = cmp.Or(e.pool.restPool, e.rest)
			}
		}},
		{"gain", amount(e.Gain), "gains", verbGain, pool(e.Gain)},
		{"put", e.Put.Text, "puts", verbPut, condition(e.Put, e.Number)},
		{"end", e.End.Text, "ends", verbEnd, condition(e.End, source.Text{})},
		{"change", e.Change.Text, "changes", verbChange, condition(e.Change, e.By)},
		{"up", e.Up.Text, "one step worse:", verbUp, group(e.Up)},
		{"down", e.Down.Text, "one step better:", verbDown, group(e.Down)},
		{"delay", e.Delay.Text, "delays by", verbDelay, number(e.Delay)},
		{"prolong", e.Prolong.Text, "takes longer by", verbProlong, number(e.Prolong)},
		{"apart", e.Apart.Text, "metres apart:", verbApart, number(e.Apart)},
		{"again", e.Again.Text, "again:", verbAgain, func() {
			// Unless the value is a reserved word, it names a step to roll again. This replaces the row's verb.
			if e.Again.Text != againInitiative && (e.Again.Text != againTheTurn || !c.rs.Order.InRounds()) {
				e.verb = verbReroll
				e.compileRethrow(c, p)
			}
		}},
		{"throw", e.Throw.Text, "throws more:", verbThrow, func() { e.compileRethrow(c, p) }},
		{"turn", turning, "turns", verbTurn, func() { e.compileRethrow(c, p) }},
		{"wait", flag[e.Wait], "waits", verbWait, nil},
		{"drop", flag[e.Drop], "drops the item in hand", verbDrop, nil},
		{"empty_hands", flag[e.Empty], "drops everything in hand", verbDrop, nil},
		{"leaves_hand", flag[e.LetGo], "lets go of the tool", verbLetGo, nil},
		{"know", JoinWords(e.Know), "learns", verbKnow, func() { c.compileKnow(e, p) }},
		{"deal", e.Deal.Text, "deals", verbDeal, func() { e.compileDeal(c, p) }},
		{"tell", e.Tell, "", verbTell, nil},
	}
}

// compile finds the verb of the effect, which must be the only one, and compiles its values.
func (e *Effect) compile(c *compiler, p nameScope) {
	e.where = e.Pos.String()
	e.when = c.compileFlag(e.When, p)
	p.allowsDice = true // amounts can contain dice, but the condition can't
	found := 0
	var keys []string
	for _, kind := range e.listKinds(c, p) {
		if keys = append(keys, kind.key); kind.value == "" {
			continue
		}
		found++
		e.verb, e.phrase, e.value = kind.verb, kind.phrase, kind.value
		if kind.compile != nil {
			kind.compile()
		}
	}
	if found != 1 {
		last := len(keys) - 1
		c.addMistake(source.OneKind, e.Pos, "An effect needs exactly one of %s and %s.", strings.Join(keys[:last], ", "), keys[last])
	}
	if (e.verb == verbLose || e.verb == verbGain || e.verb == verbChange) && e.By.Text == "" {
		c.addMistake(source.Missing, e.Pos, "This effect needs `by`, the amount.")
	}
}

// compileGroup finds the conditions or activities of the group named t, in which the effect moves the actor.
func (e *Effect) compileGroup(c *compiler, t source.Text) {
	var names []string
	for _, condition := range c.rs.Conditions.All {
		names = append(names, condition.Group)
		if condition.Group == t.Text {
			e.groupConditions = append(e.groupConditions, condition)
		}
	}
	for _, activity := range c.rs.Activities.All {
		names = append(names, activity.Group)
		if activity.Group == t.Text {
			e.groupActivities = append(e.groupActivities, activity)
		}
	}
	if e.groupConditions == nil && e.groupActivities == nil {
		c.addMistake(source.UnknownName, t.Pos, "%s", message.Unknown("group of conditions or activities", t.Text, names))
	}
}

// compile compiles the cells of a table's row. Its modifiers and effects are compiled after all tables, because they can refer to any
// table.
func (row *Row) compile(c *compiler, t *Table) {
	row.cells = make([]cell, len(t.columns))
	p := nameScope{to: t.By}
	for _, entry := range row.Rest {
		i, ok := t.columns[entry.Name]
		if !ok {
			names := append(append([]string(nil), t.Columns...), t.Texts...)
			c.addMistake(source.UnknownKey, entry.Pos, "%s", message.Lacking("table "+t.Name, "column", entry.Name, names))
			continue
		}
		if !t.isTextColumn(entry.Name) && c.lacksValue(entry) {
			continue
		}
		text := source.Text{Text: entry.Value.Text, Pos: entry.Value.Pos, Quoted: entry.Value.Quoted}
		row.cells[i].isGiven, row.cells[i].text = true, text.Text
		if !t.isTextColumn(entry.Name) {
			row.cells[i].formula = c.compileNumber(text, p)
		}
	}
	c.compileTags(&row.tags, row.Name, row.Tags)
	c.afterNames = append(c.afterNames, func() {
		c.compileGiver(&row.giver, row.For, &row.Give, nameScope{})
		c.compileEffects(row.Do, row.Label, nameScope{})
		c.compileEffects(row.OnDraw, row.Label, nameScope{})
		row.when = c.compileFlag(row.When, nameScope{readsAction: true})
	})
}

// learnAspects makes actor learn each of the effect's aspects of subject, such as a pool: the current value or, if the effect has an
// amount, that number. It emits an event for each.
func (e *Effect) learnAspects(r *Run, f *Frame, actor, subject *Actor) {
	if subject.Key == "" {
		return
	}
	for _, aspect := range e.Know {
		learnt := Event{Kind: EventKnow, of: actor, Who: actor.Key, Other: subject.Key, What: aspect.Text, At: r.count(), How: LearntPerceived}
		learnt.Text, learnt.Value = subject.Aspect(r.rs, aspect.Text)
		if e.amount != nil {
			learnt.Text, learnt.Value = "", r.effectAmount(f, e)
		}
		r.emit(&learnt)
	}
}

// compileLimits compiles the effects of an empty and of a full pool.
func (p *Pool) compileLimits(c *compiler) {
	p.compileLimit(c, "at_zero", p.AtZero)
	p.compileLimit(c, "at_full", p.AtFull)
	if len(p.AtFull) > 0 && p.isUnlimited() {
		c.addMistake(source.BadValue, p.AtFull[0].Pos, "%s has no maximum, so it's never full. Give it a max.", p.Name)
	}
}

// compileLimit compiles the effects under key, at_zero or at_full. They can't contain dice, since any loss or gain can trigger them.
func (p *Pool) compileLimit(c *compiler, key string, effects []*Effect) {
	c.compileEffects(effects, p.Label, nameScope{})
	for _, e := range effects {
		switch e.verb {
		// kinds that need no roll, target or card
		case verbLose, verbGain, verbPut, verbEnd, verbChange, verbUp, verbDown, verbDrop, verbTell:
		default:
			c.addMistake(source.BadValue, e.Pos, "%s can't do this. Put a condition with at_turn or every.", key)
			continue
		}
		if e.amount.Rolls() || e.condition != nil && e.verb == verbPut && e.condition.number.Rolls() {
			c.addMistake(source.BadValue, e.Pos, "%s can't roll dice. Put a condition with at_turn or every.", key)
		}
	}
}
