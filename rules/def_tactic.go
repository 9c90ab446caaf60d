package rules

import (
	"cmp"
	"slices"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The section `tactics`: the choices of characters without a player. This package only compiles them; gm/simulate and the dashboard play by
// them. In methods, the parameter standing returns the state of the actor's side; it is called only for formulas that read it.

// Tactic is the way in which a character without a player fights, in play and in simulations.
type Tactic struct {
	Head   `yaml:",inline"`
	Target string `yaml:"target" one:"nearest weakest strongest shared"` // The target it prefers: nearest, weakest, strongest or shared. Default: nearest.
	// The target it prefers to all others: the one for whom this number is highest, with the target as `other`. `target` decides among
	// equals.
	Prefer source.Text `yaml:"prefer" formula:"yes"`
	// The number that sets the order of a side's figures in rounds and in secret orders: the highest first, with the target as `other`.
	// Figures with equal numbers are ordered by their targets, best first.
	First source.Text   `yaml:"first" formula:"yes"`
	Aims  []source.Text `yaml:"aims" of:"actions"` // Actions tried before those of `do`, towards the goal of the scene: `[pick_lock, go_out]`.
	Do    []source.Text `yaml:"do" of:"actions"`   // Actions for its turn. The first possible one is used: `[pull_free, attack]`.
	Side  []source.Text `yaml:"side" of:"actions"` // Actions of its side, done first in its turn as often as possible: `side: [war_cry]`.
	// An action is tried only if its formula is true, with the target as `other`: `{guard: HP.now < 3}`.
	When source.Map[source.Text] `yaml:"when" names:"actions" formula:"yes"`
	// `ours`: an action is used on the ally who is worst off and for whom `when` is true: `{mend: ours}`. `theirs`: on the best target for
	// whom it is true, even if it can't act. Default: on the target.
	Whom source.Map[source.Text] `yaml:"whom" names:"actions" one:"ours theirs"`
	// The number of an action that asks for one: `{walk: distance - 1}`. Default: the usual number.
	Asked source.Map[source.Text] `yaml:"asked" names:"actions" formula:"yes"`
	// The card for a situation that asks for one: `{card: highest, when: other.HP.now < 3}`, by the first column of the deck.
	Cards   TacticCards   `yaml:"cards"`
	Beside  []source.Text `yaml:"beside" of:"actions"`     // Actions to do at the same time with another tool. The first possible one is used.
	Options []source.Text `yaml:"options" of:"situations"` // Situations to choose whenever possible.
	Resort  []source.Text `yaml:"resort" of:"situations"`  // Situations to choose only if nothing else is possible.
	// When it answers attacks: `always`; `idle`, unless that cancels its own action; `never`. Default: never.
	Answer string  `yaml:"answer" one:"always idle never"`
	Least  float64 `yaml:"least"` // The part of an attack that an answer must avert to be used: the probability, in percent, that a hit has no effect.
	// The activity for closing in on a target out of reach, such as `running`. Default: it stays where it is.
	Approach source.Text `yaml:"approach" of:"activities"`
	// The condition for fleeing in its turn: a formula, such as `PBD.lost > 0 or side.leader.is.out`. The other actor is the nearest
	// opponent.
	Leave source.Text `yaml:"leave" formula:"yes"`
	// The activity for fleeing, such as `running`, if places are kept: towards an exit, or away from the nearest opponent.
	// Default: it leaves the fight at once.
	Flight source.Text `yaml:"flight" of:"activities"`
	// The distance from all opponents, in metres, at which it has escaped if the encounter has no exits. Default: 0.
	Clear         float64              `yaml:"clear"`
	prefer        *Formula             // compiled form of Prefer; nil for none
	first         *Formula             // compiled form of First; nil for none
	attempts      map[*Action]*attempt // settings by action; only for actions that have any
	actions       []*Action            // actions that Aims and Do name, in that order
	sideActions   []*Action            // actions that Side names
	secondActions []*Action            // actions that Beside names
	approach      *Activity            // activity that Approach names; nil for none
	leave         *Formula             // compiled form of Leave; nil if it never flees
	flight        *Activity            // activity that Flight names; nil for none
}

// TacticCards holds the cards that a tactic plays for situations, and the condition for playing them.
type TacticCards struct {
	When  source.Text             `yaml:"when" formula:"yes"` // Cards are played only if this formula is true. Default: always.
	Which source.Map[source.Text] `yaml:",rest" names:"situations"`
	when  *Formula                // compiled form of When; nil for always
}

// Words for the card that a tactic plays.
const (
	cardHighest = "highest"
	cardLowest  = "lowest"
)

// attempt holds a tactic's settings for an action.
type attempt struct {
	when          *Formula // condition for trying the action; nil for always
	number        *Formula // answer to the action's question; nil for the usual answer
	targetsAlly   bool     // whether the action targets an ally
	targetsAnyone bool     // whether the action targets any opponent, even a figure that can't act
}

// Preferred targets of a tactic. An actor keeps its target while the preference allows it.
const (
	TargetNearest   = "nearest"   // the opponent that it already fights, else the nearest; of several at the same distance, the least attacked
	TargetWeakest   = "weakest"   // the opponent with the fewest points in the watched pools
	TargetStrongest = "strongest" // the opponent with the most points in the watched pools
	TargetShared    = "shared"    // the opponent that most members of the actor's side attack
)

// Rules for when a tactic answers an attack.
const (
	AnswerAlways = "always" // whenever an answer averts enough of the attack
	AnswerIdle   = "idle"   // whenever an answer averts enough, unless that would cancel an action in progress
	AnswerNever  = "never"  // never
)

// Actions returns the actions that the tactic tries in its turn, its aims first. The actor does the first possible one.
func (t *Tactic) Actions() []*Action { return t.actions }

// SideActions returns the side's actions that an actor with this tactic tries before its own.
func (t *Tactic) SideActions() []*Action { return t.sideActions }

// Rating returns the value of the tactic's `prefer` for a target; higher is better, and 0 if there is none.
func (t *Tactic) Rating(rs *Ruleset, a, target *Actor, standing func() *Standing) float64 {
	if t.prefer == nil {
		return 0
	}
	return t.evalNumber(rs, a, target, standing, t.prefer)
}

// Urgency returns the value of the tactic's `first` for actor a, with its target, which may be nil, as the other actor; the highest acts
// first. It returns 0 if there is none.
func (t *Tactic) Urgency(rs *Ruleset, a, target *Actor, standing func() *Standing) float64 {
	if t.first == nil {
		return 0
	}
	return t.evalNumber(rs, a, target, standing, t.first)
}

// WouldTry reports whether actor a with this tactic would try an action now. other is the target, or nil; number is the answer to the
// action's question.
func (t *Tactic) WouldTry(rs *Ruleset, action *Action, a, other *Actor, standing func() *Standing) (number float64, ok bool) {
	number = action.Ask.UsualNumber()
	settings := t.attempts[action]
	if settings == nil {
		return number, true
	}
	if settings.when != nil && !t.evalFlag(rs, a, other, standing, settings.when) {
		return number, false
	}
	if settings.number != nil {
		number = t.evalNumber(rs, a, other, standing, settings.number)
	}
	return number, true
}

// WhenText returns the formula in `when` that lets the tactic try an action, or "" if the action has none.
func (t *Tactic) WhenText(action *Action) string {
	if settings := t.attempts[action]; settings != nil && settings.when != nil {
		return settings.when.Text
	}
	return ""
}

// TacticLine is a line of a tactic's file that decided a choice.
type TacticLine struct {
	Key   string     // key of the line, such as `when`
	Words string     // value of the key as written: a formula or a name
	Pos   source.Pos // position of the value
}

// LinesFor lists the lines of the tactic that make an actor take an action: the line of the list that contains the action, its `when`, and
// the line that picks the target.
func (t *Tactic) LinesFor(action *Action) (list []TacticLine) {
	for _, written := range []struct {
		key   string
		texts []source.Text
	}{{"side", t.Side}, {"aims", t.Aims}, {"do", t.Do}} {
		if at := slices.IndexFunc(written.texts, func(text source.Text) bool { return text.Text == action.Name }); at >= 0 && len(list) == 0 {
			list = append(list, TacticLine{written.key, action.Name, written.texts[at].Pos})
		}
	}
	for _, entry := range t.When {
		if entry.Name == action.Name {
			list = append(list, TacticLine{"when", entry.Value.Text, entry.Value.Pos})
		}
	}
	if at := slices.IndexFunc(t.Whom, func(entry source.MapItem[source.Text]) bool { return entry.Name == action.Name }); at >= 0 {
		return append(list, TacticLine{"whom", t.Whom[at].Value.Text, t.Whom[at].Value.Pos})
	}
	if action.Whom {
		list = append(list, t.TargetLine())
	}
	return list
}

// TargetLine returns the line of the tactic that picks the target.
func (t *Tactic) TargetLine() TacticLine {
	if t.prefer != nil {
		return TacticLine{"prefer", t.Prefer.Text, t.Prefer.Pos}
	}
	return TacticLine{"target", t.Target, t.Pos}
}

// FleeLine returns the line of the tactic that makes an actor leave the fight.
func (t *Tactic) FleeLine() TacticLine { return TacticLine{"leave", t.Leave.Text, t.Leave.Pos} }

// ApproachLine returns the line of the tactic that makes an actor approach its target.
func (t *Tactic) ApproachLine() TacticLine {
	return TacticLine{"approach", t.Approach.Text, t.Approach.Pos}
}

// AimsAtAlly reports whether the tactic uses an action on an ally.
func (t *Tactic) AimsAtAlly(action *Action) bool {
	return t.attempts[action] != nil && t.attempts[action].targetsAlly
}

// AimsAtAnyone reports whether the tactic uses an action on any opponent, even a figure that can't act.
func (t *Tactic) AimsAtAnyone(action *Action) bool {
	return t.attempts[action] != nil && t.attempts[action].targetsAnyone
}

// PlayedCards returns the situations for which actor a with this tactic plays a card now, each with its card as the answer. other is its
// target, or nil.
func (t *Tactic) PlayedCards(rs *Ruleset, s *State, a, other *Actor, standing func() *Standing) (list []TickedOption) {
	if len(t.Cards.Which) == 0 || t.Cards.when != nil && !t.evalFlag(rs, a, other, standing, t.Cards.when) {
		return nil
	}
	f := rs.newFrame(a)
	for _, entry := range t.Cards.Which {
		situation, ok := rs.Situations.Get(entry.Name)
		if !ok || !situation.Ask.AsksCards() {
			continue
		}
		deck, best, at := situation.Ask.deck, 0.0, -1
		counts, _ := s.countCards(f, deck, a, situation.Ask.Pile)
		for i, n := range counts {
			x := deck.rows[i].columnValue(f, deck.columns[deck.Columns[0]], 0)
			if entry.Value.Text == cardLowest {
				x = -x
			}
			if n > 0 && (at < 0 || x > best) {
				at, best = i, x
			}
		}
		if at >= 0 {
			list = append(list, TickedOption{Situation: entry.Name, Number: float64(at + 1)}) // code of one card, see Ask.chosenCards
		}
	}
	return list
}

// SecondActions returns the actions that the tactic tries at the same time as its main action. The actor does the first possible one.
func (t *Tactic) SecondActions() []*Action { return t.secondActions }

// ApproachActivity returns the activity for approaching a target out of reach, or nil if the actor stays where it is.
func (t *Tactic) ApproachActivity() *Activity { return t.approach }

// WouldLeave reports whether an actor with this tactic would leave the fight now. nearest is its nearest opponent, or nil.
func (t *Tactic) WouldLeave(rs *Ruleset, a, nearest *Actor, standing func() *Standing) bool {
	return t.leave != nil && t.evalFlag(rs, a, nearest, standing, t.leave)
}

// ReadsLeader reports whether the tactic depends on the leader of its side.
func (t *Tactic) ReadsLeader() bool { return readsNamed(t.leave, leaderWord) }

// borrowFrame returns a pooled frame for evaluating the tactic's formula expr, with a as the actor and other, which may be nil, as the
// other actor.
func (t *Tactic) borrowFrame(rs *Ruleset, a, other *Actor, standing func() *Standing, expr *Formula) *pooledFrame {
	f := rs.borrowFrame(a)
	if other != nil {
		f.other = side{actor: other, tool: other.Tool}
		f.sides[1] = &f.other
	}
	if readsNamed(expr, sideWord) {
		f.standing = standing()
	}
	return f
}

// evalFlag returns the value of a yes/no formula of the tactic.
func (t *Tactic) evalFlag(rs *Ruleset, a, other *Actor, standing func() *Standing, expr *Formula) bool {
	f := t.borrowFrame(rs, a, other, standing, expr)
	defer rs.pooledFrames.put(f)
	return expr.Flag(&f.Frame)
}

// evalNumber returns the value of a formula of the tactic.
func (t *Tactic) evalNumber(rs *Ruleset, a, other *Actor, standing func() *Standing, expr *Formula) float64 {
	f := t.borrowFrame(rs, a, other, standing, expr)
	defer rs.pooledFrames.put(f)
	return expr.Num(&f.Frame)
}

// FlightActivity returns the activity for fleeing if positions are tracked, or nil if the actor leaves at once.
func (t *Tactic) FlightActivity() *Activity { return t.flight }

// Tactic finds a tactic by its name, or the pack's default tactic if name is "". It returns nil if there is none.
func (rs *Ruleset) Tactic(name string) *Tactic {
	tactic, ok := rs.Tactics.Get(cmp.Or(name, rs.Pack.Tactic))
	if !ok {
		return nil
	}
	return tactic
}

// compileTactics compiles the tactics, after actions and situations.
func (c *compiler) compileTactics() {
	rs := c.rs
	for _, t := range rs.Tactics.All {
		t.Target, t.Answer = cmp.Or(t.Target, TargetNearest), cmp.Or(t.Answer, AnswerNever)
		for _, text := range append(slices.Clone(t.Aims), t.Do...) {
			switch action := findEntry(c, &rs.Actions, text, "action"); {
			case action == nil: // already reported
			case action.BelongsToSide():
				c.addMistake(source.BadValue, text.Pos, "%s is an action of a side, so it belongs in `side`.", action.Name)
			default:
				t.actions = append(t.actions, action)
			}
		}
		c.compileAttempts(t)
		for _, text := range t.Beside {
			if action := findEntry(c, &rs.Actions, text, "action"); action != nil {
				t.secondActions = append(t.secondActions, action)
			}
		}
		if len(t.Beside) > 0 && rs.Order.Pair == nil {
			c.addMistake(source.Missing, t.Beside[0].Pos, "Two actions at once need `order: {pair: …}`, which gives their costs.")
		}
		for _, text := range append(slices.Clone(t.Options), t.Resort...) {
			findEntry(c, &rs.Situations, text, "situation")
		}
		t.approach = findEntry(c, &rs.Activities, t.Approach, "activity")
		if t.approach != nil && t.approach.pace == nil {
			c.report.Warn(source.Missing, t.Approach.Pos, "%s has no pace. Name an activity with a pace.", t.Approach.Text)
		}
		if t.Leave.Text != "" {
			t.leave = c.compileFlag(t.Leave, nameScope{inTactic: true})
		}
		t.flight = findEntry(c, &rs.Activities, t.Flight, "activity")
		switch {
		case t.flight != nil && t.flight.pace == nil:
			c.report.Warn(source.Missing, t.Flight.Pos, "“%s” has no pace, so no one escapes by it. Name an activity with a pace.", t.Flight.Text)
		case t.flight != nil && t.leave == nil:
			c.report.Warn(source.Missing, t.Flight.Pos, "Tactic %s never flees. Add `leave: FORMULA`.", t.Name)
		}
		if len(t.actions) == 0 && len(t.Aims)+len(t.Do) == 0 && t.leave == nil {
			c.addMistake(source.Missing, t.Pos, "Tactic %s does nothing. List its actions under do; the first possible one is used.", t.Name)
		}
	}
	findEntry(c, &rs.Tactics, c.scalarAt("pack", "tactic", rs.Pack.Tactic), "tactic")
}

// compileAttempts compiles a tactic's formulas for choosing targets and figures, the actions of its side, its settings for actions, and its
// cards.
func (c *compiler) compileAttempts(t *Tactic) {
	p := nameScope{inTactic: true}
	t.prefer, t.first, t.attempts = c.compileNumber(t.Prefer, p), c.compileNumber(t.First, p), map[*Action]*attempt{}
	if t.first != nil && !c.rs.Order.InRounds() {
		c.report.Warn(source.Unreachable, t.First.Pos, "Tactic %s decides who acts first, but the order has no rounds. Remove first.", t.Name)
	}
	c.compileSideActions(t)
	c.warnCardActions(t)
	settingsFor := func(entry source.MapItem[source.Text]) *attempt { // settings of the action that entry names; unused ones for no action
		if c.stack.Excludes("actions", entry.Name) {
			return &attempt{}
		}
		action := findEntry(c, &c.rs.Actions, source.Text{Text: entry.Name, Pos: entry.Pos}, "action")
		if action == nil {
			return &attempt{}
		}
		if !slices.Contains(t.actions, action) && !slices.Contains(t.sideActions, action) {
			c.report.Warn(source.Unreachable, entry.Pos, "Tactic %s never tries %s. Add it to `do`, `aims` or `side`.", t.Name, action.Name)
		}
		if t.attempts[action] == nil {
			t.attempts[action] = &attempt{}
		}
		return t.attempts[action]
	}
	for _, entry := range t.When {
		settingsFor(entry).when = c.compileFlag(entry.Value, p)
	}
	for _, entry := range t.Asked {
		settingsFor(entry).number = c.compileNumber(entry.Value, p)
		if action, ok := c.rs.Actions.Get(entry.Name); ok && action.Ask == nil {
			c.addMistake(source.BadValue, entry.Pos, "%s asks for no number. Remove it.", action.Name)
		}
	}
	for _, entry := range t.Whom {
		settings := settingsFor(entry)
		settings.targetsAlly, settings.targetsAnyone = entry.Value.Text == "ours", entry.Value.Text == "theirs"
		if action, ok := c.rs.Actions.Get(entry.Name); ok && !action.Whom {
			c.addMistake(source.BadValue, entry.Pos, "%s has no target. Remove it.", action.Name)
		}
	}
	c.compileTacticCards(t, p)
}

// compileSideActions finds the actions that the tactic does for its side.
func (c *compiler) compileSideActions(t *Tactic) {
	for _, text := range t.Side {
		switch action := findEntry(c, &c.rs.Actions, text, "action"); {
		case action == nil: // already reported
		case !action.BelongsToSide():
			c.addMistake(source.BadValue, text.Pos, "%s belongs to actors, not to a side. Move it to `do`.", action.Name)
		default:
			t.sideActions = append(t.sideActions, action)
		}
	}
}

// warnCardActions warns of actions that ask for cards, which tactics don't choose.
func (c *compiler) warnCardActions(t *Tactic) {
	for _, text := range slices.Concat(t.Aims, t.Do, t.Side) {
		if action, known := c.rs.Actions.Get(text.Text); known && action.Ask.AsksCards() {
			c.report.Warn(source.Unreachable, text.Pos, "%s asks for cards, and tactics choose none for it, so %s never does it. Remove it.", action.Name, t.Name)
		}
	}
}

// compileTacticCards compiles the condition for playing cards, and checks the cards that the tactic plays for situations.
func (c *compiler) compileTacticCards(t *Tactic, p nameScope) {
	t.Cards.when = c.compileFlag(t.Cards.When, p)
	for _, entry := range t.Cards.Which {
		situation := findEntry(c, &c.rs.Situations, source.Text{Text: entry.Name, Pos: entry.Pos}, "situation")
		switch which := []string{cardHighest, cardLowest}; {
		case situation == nil: // already reported
		case !situation.Ask.AsksCards() || len(situation.Ask.deck.Columns) == 0:
			c.addMistake(source.BadValue, entry.Pos, "%s asks for no card with a number. Remove it.", situation.Name)
		case !slices.Contains(which, entry.Value.Text):
			c.addMistake(source.BadValue, entry.Value.Pos, "%s", message.NotOneOf(entry.Name, entry.Value.Text, which))
		}
	}
}
