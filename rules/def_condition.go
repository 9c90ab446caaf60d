package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The section `conditions`: status effects, what they forbid, how they end, and their partners. A condition with `holds` applies
// automatically while its formula is true; any other must be put. An actor holds each condition it has as a HeldCondition (state_held.go).
// A condition that ties its actor to another, its partner, is paired; its mirror is the condition that the partner has meanwhile.
// run_put.go compiles, gives and ends conditions.

// Condition is a status effect, such as prone or bleeding.
type Condition struct {
	Head    `yaml:",inline"`
	Of      string        `yaml:"of" one:"side item"`                       // The owner: `side`, or `item` for a condition of a thing. Default: an actor.
	For     []source.Text `yaml:"for" of:"tags"`                            // Tags of the rolls in which it counts, at least one of them. Default: all rolls.
	Give    Gives         `yaml:"give"`                                     // Changes of modifiers, such as `give: {df: -4}`.
	Group   string        `yaml:"group"`                                    // An actor has at most one condition of a group, such as `posture`. Later entries are worse.
	Until   source.Text   `yaml:"until" open:"endings"`                     // When it ends: used, action, turn, declaration, sequence, round, encounter, or a formula.
	Limit   string        `yaml:"limit" one:"open"`                         // With `limit: open` its player sees the time limit that the game master set for it. Default: only the game master sees it.
	Every   *Every        `yaml:"every"`                                    // Effects at intervals, such as bleeding.
	AtTurn  source.Text   `yaml:"at_turn" of:"sequences"`                   // The sequence that runs when the actor's turn comes.
	Holds   source.Text   `yaml:"holds" formula:"yes"`                      // Applies it while this formula is true, such as `HP.now <= 0`.
	Number  source.Text   `yaml:"number" formula:"yes"`                     // Its own number, worked out when it starts: a formula, such as `2 * MEN`.
	Unit    string        `yaml:"unit" text:"line"`                         // The word before its number: `reach` shows "crowded (reach 1)".
	Put     []source.Text `yaml:"put" of:"conditions"`                      // Other conditions that start with it.
	Hidden  string        `yaml:"hidden" one:"others"`                      // `others`: only the player of its actor sees it.
	Many    bool          `yaml:"many"`                                     // True: an actor can have it several times at once. Default: false.
	Partner source.Text   `yaml:"partner"`                                  // Ties it to another actor: the word before that name, such as `by`. `""` means no word.
	Mirror  source.Text   `yaml:"mirror" of:"conditions"`                   // The condition that the partner has while this one lasts.
	Cannot  []source.Text `yaml:"cannot" one:"act notice defend move rest"` // The things it forbids: act, notice, defend, move, rest.
	// True: the actor has left the fight. It can't act, notice or defend, and isn't a target. Default: false.
	Out   bool       `yaml:"out"`
	After Afterwards `yaml:"afterwards"` // The words shown for it when a fight ends.
	Bad   bool       `yaml:"bad"`        // True: shown as a warning. Default: false.
	// The highest share of health that its bearer shows, from 0 to 1, even if its pools are fuller: `health: 1/4`. Default: 1.
	Health source.Text `yaml:"health"`
	// Its own words for how badly its bearer is hurt, by the remaining share, as in `knowledge: health`. Patterns can then use
	// its name as a case.
	HealthWords source.Map[source.Text] `yaml:"words"`
	Says        bool                    `yaml:"says"`   // True: it shows the words of the action that started it. Default: false.
	Tool        bool                    `yaml:"tool"`   // The old form of `of: item`.
	Secret      bool                    `yaml:"secret"` // True: only the game master sees it. Default: false.
	Say         *phrase.Say             `yaml:"say"`    // The sentences that describe it, by case: put, again, from CONDITION, end, tick.
	// The aspects of the character that others can't see: there, name, hand, deed, turn, health, condition, place, side, worn or face.
	Hides         []source.Text `yaml:"hides" one:"there name hand deed turn health condition place side worn face"`
	bearerText    string        // text after “is” that describes its bearer; "" for the label
	maxHealth     float64       // highest share of health that its bearer can show, from 0 to 1
	words         []string      // words for how badly its bearer is hurt, by level; nil for the pack's words
	holds         *Formula      // compiled form of Holds; nil for a condition that must be put
	number        *Formula      // compiled form of Number; nil for no number of its own
	endFormula    *Formula      // formula that ends it when true; nil if it ends in another way
	endsByPools   bool          // whether endFormula reads only pools of its actor
	endsByPartner bool          // whether endFormula reads the partner
	until         conditionEnd  // event that ends it, if no formula does
	atTurn        *Sequence     // sequence that AtTurn names; nil for none
	puts          []*Condition  // conditions that Put names
	cannot        impossibility // things that Cannot and Out forbid
	paired        bool          // whether it ties its actor to a partner, so that the actor has a separate one for each partner
	mirror        *Condition    // condition that the partner has meanwhile, or nil
	ordersFigures bool          // whether its number is a figure's place in its side's order, set by a stage's step with `orders`
	ordinal       int           // rank within its group; higher is worse
	hides         Aspects       // aspects that Hides names
	giver                       // compiled form of For and Give
}

// Afterwards holds the words shown for a condition when a fight ends.
type Afterwards struct {
	Stays string `yaml:"stays"` // The words if it continues: `bleeds on`.
	Ends  string `yaml:"ends"`  // The words if it ends with the encounter: `gone in a minute`.
}

// AfterwardsText returns the words for a condition at the end of an encounter. ends is whether the condition ends as well.
func (x *Condition) AfterwardsText(ends bool) string {
	if ends {
		return cmp.Or(x.After.Ends, "over")
	}
	return cmp.Or(x.After.Stays, "continues")
}

// impossibility is a set of things that conditions forbid, one bit each, such as cannotAct.
type impossibility int

// Every is an effect of a condition that recurs at intervals.
type Every struct {
	Label    string      `yaml:"label"`                   // The effect as a verb: `bleeds`.
	Counts   source.Text `yaml:"counts" formula:"yes"`    // The interval in counts: a formula. Dice are rolled again each time.
	Sequence source.Text `yaml:"sequence" of:"sequences"` // The sequence to run.
	Do       []*Effect   `yaml:"do"`                      // The effects.
	Once     bool        `yaml:"once"`                    // `once: true`: it acts only once. Default: false.
	Scaled   bool        `yaml:"scaled"`                  // True: while minutes pass outside a fight, the interval is in minutes. Default: false.
	Pos      source.Pos  `yaml:",pos"`
	counts   *Formula    // compiled form of Counts
	sequence *Sequence   // sequence that Sequence names; nil for none
}

// compileCannot compiles the list of things that the condition forbids.
func (x *Condition) compileCannot(c *compiler) {
	for _, text := range x.Cannot {
		switch text.Text {
		case "act":
			x.cannot |= cannotAct
		case "notice":
			x.cannot |= cannotNotice
		case "defend":
			x.cannot |= cannotDefend
		case "move":
			x.cannot |= cannotMove
		case "rest":
			x.cannot |= cannotRest
		default:
			c.addMistake(source.BadValue, text.Pos, "cannot accepts act, notice, defend, move and rest, not %s.", text.Text)
		}
	}
	if x.Out && len(x.Cannot) > 0 && !slices.ContainsFunc(x.Cannot, func(t source.Text) bool { return t.Text == "move" }) {
		c.report.Warn(source.Unused, x.Cannot[0].Pos, "With `out`, an actor can't act, notice or defend anyway. Remove cannot from %s.", x.Name)
	}
	if x.Out {
		x.cannot |= cannotAct | cannotNotice | cannotDefend | cannotBeThere
	}
}

// compilePartner compiles the partner and the mirror of a paired condition, which ties its actor to another.
func (x *Condition) compilePartner(c *compiler) {
	x.paired = x.Partner.Pos.Line > 0 // `partner: ""` counts, too
	x.mirror = findEntry(c, &c.rs.Conditions, x.Mirror, "condition")
	var back *Condition
	if x.mirror != nil {
		back, _ = c.rs.Conditions.Get(x.mirror.Mirror.Text)
	}
	switch {
	case !x.paired && x.mirror != nil:
		c.addMistake(source.Missing, x.Mirror.Pos, "Only a condition between two has a mirror. Add `partner`, the word before the partner's name.")
	case x.mirror != nil && (back != x || x.mirror.Partner.Pos.Line == 0):
		c.addMistake(source.BadValue, x.Mirror.Pos, "The mirror of %s needs `partner` and `mirror: %s` too. Add them to %s.", x.Name, x.Name, x.mirror.Name)
	case x.paired && (x.Holds.Text != "" || x.Group != ""):
		c.addMistake(source.BadValue, x.Partner.Pos, "A condition between two can't have `holds` or `group`. Remove it.")
	}
}

// SentenceLabel returns the label in the middle of a sentence, with the partner's name: "gripped by Scar". Without a name, or for a condition
// without a partner, it is the label alone.
func (c *Condition) SentenceLabel(name string) string { return c.SentenceLabelOf(nil, name) }

// EffectText returns a verb phrase for the condition's effect at intervals: the label of its `every`, of its sequence, or of the condition.
func (c *Condition) EffectText() string {
	switch every := c.Every; {
	case every == nil:
	case every.Label != "":
		return every.Label
	case every.sequence != nil:
		return MidSentence(every.sequence.Label)
	}
	return MidSentence(c.Label)
}

// ForbidsActing reports whether an actor with the condition cannot act.
func (c *Condition) ForbidsActing() bool { return c.cannot&cannotAct != 0 }

// IsDown reports whether an actor with the condition is down: taken out of the game, or able neither to act nor to defend itself.
func (c *Condition) IsDown() bool {
	return c.Bad && (c.Out || c.ForbidsActing() && c.cannot&cannotDefend != 0)
}

// IsFelt reports whether the actor feels the condition, no matter who caused it, that is, if it is bad, forbids something, or has an effect
// at intervals.
func (c *Condition) IsFelt() bool {
	return c.Bad || c.cannot != 0 || c.Every != nil || c.AtTurn.Text != ""
}

// ForbidsRest reports whether an actor with the condition cannot recover by resting.
func (c *Condition) ForbidsRest() bool { return c.cannot&cannotRest != 0 }

// IsPaired reports whether the condition ties its actor to the actor that caused it.
func (c *Condition) IsPaired() bool { return c.paired }

// ExplainEnd says why the formula that ends the condition is true for actor a and the condition's number. If a has another condition that
// holds by the same formula, the text is its label, such as "is beyond help"; otherwise it lists the conditions, pools and numbers that the
// formula reads. why is "" if no formula ends the condition. missing is the condition that a lacks, if that is the only reason.
func (c *Condition) ExplainEnd(rs *Ruleset, a *Actor, number float64) (why string, missing *Condition) {
	if c.endFormula == nil {
		return "", nil
	}
	for _, other := range a.FormulaConditions(rs) {
		if other.Holds.Text == c.Until.Text {
			return "is " + MidSentence(other.Label), nil
		}
	}
	f := rs.newFrame(a)
	f.number = number
	var is, isNot, pools, numbers []string
	for i := range c.endFormula.Reads {
		read := &c.endFormula.Reads[i]
		name, rest, _ := strings.Cut(read.Path, ".")
		if pool, ok := rs.Pools.Get(name); ok {
			text := pool.Name + " " + FormatMinus(a.PoolValue(pool))
			if maximum, limited := a.Sheet.Max(pool); limited {
				text += " of " + FormatMinus(maximum)
			}
			if !slices.Contains(pools, text) {
				pools = append(pools, text)
			}
		} else if other, ok := rs.Conditions.Get(rest); ok && read.Flag != nil {
			if read.Flag(f) {
				is = append(is, MidSentence(other.Label))
			} else {
				isNot, missing = append(isNot, MidSentence(other.Label)), other
			}
		} else if read.Num != nil {
			numbers = append(numbers, strings.ReplaceAll(read.Path, ".", " ")+" "+FormatMinus(read.Num(f)))
		}
	}
	switch {
	case len(is) > 0:
		return "is " + strings.Join(is, " and "), nil
	case len(isNot) == 1 && len(pools) == 0:
		return "isn't " + isNot[0], missing
	case len(isNot) > 0 && len(pools) == 0:
		return "isn't " + strings.Join(isNot, ", nor "), nil
	}
	return "has " + strings.Join(append(pools, numbers...), ", "), nil
}

// findConditions returns the conditions with these names and reports unknown ones.
func (c *compiler) findConditions(names []source.Text) (list []*Condition) {
	for _, text := range names {
		if condition := findEntry(c, &c.rs.Conditions, text, "condition"); condition != nil {
			list = append(list, condition)
		}
	}
	return list
}
