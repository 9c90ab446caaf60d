package verbs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hurt`: reads hazards and plain dice into a rules.HazardStrike for each target. A hazard is a source of harm in the rules that isn't an
// actor, such as a fall or fire. It can ask for an amount (metres, dice) and have kinds of damage. A timeline (timeline.go) wraps a game
// and adds the verbs for fights and scenes.

// HarmGame wraps a game and adds the methods for harm that no actor causes.
type HarmGame struct{ *command.Game }

// HazardLine is the content of a `hurt` line: harm to actors, by a hazard or plain dice:
//
//	hurt bram fall 4
//	hurt kira and dov fire 3, without armour
//	hurt bram 2d6 crushing left hand because the hatch gives way
type HazardLine struct {
	Who            []*rules.Actor     // targets
	Hazard         *rules.Hazard      // source of the harm
	Number         float64            // amount that the hazard asks for, such as metres; 0 if it asks for dice or nothing
	BypassesArmour bool               // whether it bypasses armour
	strike         rules.HazardStrike // hazard with its dice, kind and body part
}

// withoutArmourOption is the option that makes damage bypass armour.
const withoutArmourOption = "without armour"

// readHurt reads a `hurt` line.
func (g HarmGame) readHurt(l *command.Line) (h HazardLine, err error) {
	words := l.Words
	if l.Who != "" {
		a, err := g.Actor(l.Who)
		if err != nil {
			return h, err
		}
		h.Who = []*rules.Actor{a}
	} else if h.Who, words, err = g.ParseLeadingGroup(words); err != nil {
		return h, err
	}
	for len(words) > 0 && slices.Contains([]string{"by", "a", "an", "the"}, words[0]) {
		words = words[1:]
	}
	if words, err = h.readHazard(g.Rules, words); err != nil {
		return h, err
	}
	if words, err = h.readAmount(words); err != nil {
		return h, err
	}
	options := l.Options
	if words = h.readKind(words); len(words) == 0 && len(options) > 0 && isPlaceName(g.Rules, options[0]) {
		words, options = strings.Fields(options[0]), options[1:]
	}
	for len(words) > 0 && slices.Contains([]string{"in", "on", "to", "the", "his", "her", "its"}, words[0]) {
		words = words[1:]
	}
	if len(words) > 0 {
		if err := h.readPlace(g.Rules, words); err != nil {
			return h, err
		}
	}
	for _, option := range options {
		if h.BypassesArmour = option == withoutArmourOption; !h.BypassesArmour {
			return h, command.Refusal("Only %s can follow a comma, not “%s”.", withoutArmourOption, option)
		}
	}
	return h, nil
}

// readHazard finds the hazard that words begin with, and returns the words after it. If words begin with dice or points, the hazard is the
// one that asks for dice.
func (h *HazardLine) readHazard(rs *rules.Ruleset, words []string) ([]string, error) {
	all := rs.Hazards.All
	if len(all) == 0 {
		if pools := rs.PoolsOf(h.Who[0]); len(pools) > 0 {
			return words, command.Refusal("This game has no hazards. Change a pool instead: `set %s %s -1`.", h.Who[0].Key, pools[0].Name)
		}
		return words, command.Refusal("This game has no hazards.")
	}
	at := func(i int) (string, string) { return all[i].Name, all[i].Label }
	for n := len(words); n > 0; n-- {
		text := strings.Join(words[:n], " ")
		if found := command.MatchNames(text, len(all), at); len(found) == 1 {
			h.Hazard = all[found[0]]
			return words[n:], nil
		} else if shared := command.EntriesWithAlias(all, text); len(found) == 0 && len(shared) == 1 {
			h.Hazard = shared[0]
			return words[n:], nil
		}
	}
	for _, hazard := range all {
		if len(words) > 0 && hazard.Ask != nil && hazard.Ask.Dice {
			if _, ok := rules.ParseDiceSum(words[0]); ok {
				h.Hazard = hazard
				return words, nil
			}
		}
	}
	if len(words) == 0 {
		return words, command.Refusal("Name a hazard, or enter dice: `hurt %s 2d6`. Hazards: %s.", h.Who[0].Key, strings.Join(rs.Hazards.Names(), ", "))
	}
	_, err := command.Pick("hazard", words[0], len(all), at)
	return words, err
}

// readAmount reads the amount that the hazard asks for, with an optional unit, such as 4, 4 m or 4 metres, and returns the words after it.
func (h *HazardLine) readAmount(words []string) ([]string, error) {
	h.strike.Name = h.Hazard.Name
	ask := h.Hazard.Ask
	if ask == nil {
		return words, nil
	}
	if ask.Dice {
		if len(words) == 0 {
			return words, command.Refusal("Enter %s: `hurt %s %s 2d6`.", ask.What, h.Who[0].Key, h.Hazard.Name)
		}
		points, ok := rules.ParseDiceSum(words[0])
		if !ok {
			return words, command.Refusal("“%s” is neither dice nor points. Write, for example, 2d6, 2d6+1 or 7.", words[0])
		}
		h.strike.Dice = &points
		return words[1:], nil
	}
	if len(words) == 0 || !command.IsNumber(words[0]) {
		return words, command.Refusal("Enter %s: `hurt %s %s %s`.", ask.WantedText(), h.Who[0].Key, h.Hazard.Name, command.Number(ask.InitialNumber()))
	}
	amount, err := command.ParseAmount(words[0], strings.Join([]string{"hurt", h.Who[0].Key, h.Hazard.Name}, " "))
	if err != nil {
		return words, err
	}
	h.Number, words = amount, words[1:]
	for i, unit := range strings.Fields(ask.What) {
		if len(words) > 0 && (command.HasPrefixFold(unit, words[0]) || i == 0 && words[0] == rules.Singular(unit)) {
			words = words[1:]
		}
	}
	return words, nil
}

// readKind reads the kind of the hazard, if words begin with one, and returns the words after it.
func (h *HazardLine) readKind(words []string) []string {
	for _, kind := range h.Hazard.KindNames() {
		if len(words) > 0 && len(words[0]) > 2 && command.HasPrefixFold(kind, words[0]) {
			h.strike.Kind = kind
			return words[1:]
		}
	}
	return words
}

// readPlace reads the body part that is hit: a row of the table of places, with its side before it.
func (h *HazardLine) readPlace(rs *rules.Ruleset, words []string) error {
	text := strings.Join(words, " ")
	places, side, name := rs.WornPlaces(text)
	found := command.MatchNames(name, len(places), func(i int) (string, string) { return places[i].Name, places[i].Label })
	if len(found) == 1 && side != "" && !places[found[0]].Paired {
		return command.Refusal("This game has no %s. Remove “%s”.", text, side)
	}
	if len(found) == 1 {
		h.strike.Place, h.strike.Side = places[found[0]].Name, side
		return nil
	}
	if alike := placesNamedAlike(places, name); len(found) == 0 && len(alike) > 0 {
		return command.RefusalOf(message.Ambiguous(text, collect.Map(alike, func(row *rules.Row) string { return strings.TrimSpace(side + " " + row.Name) })))
	}
	kinds := ""
	if list := h.Hazard.KindNames(); len(list) > 0 && h.strike.Kind == "" {
		kinds = ", after one of " + strings.Join(list, ", ")
	}
	names := collect.Map(places, func(row *rules.Row) string { return row.Name })
	return command.Refusal("No body location named “%s”. Choose: %s%s.", text, strings.Join(names, ", "), kinds)
}

// placesNamedAlike lists the places with name as a word of their own names, such as both parts of an arm.
func placesNamedAlike(places []*rules.Row, name string) []*rules.Row {
	return collect.Filter(places, func(row *rules.Row) bool { return slices.Contains(strings.Split(row.Name, "_"), name) })
}

// isPlaceName reports whether text names a body part or several.
func isPlaceName(rs *rules.Ruleset, text string) bool {
	places, _, name := rs.WornPlaces(text)
	at := func(i int) (string, string) { return places[i].Name, places[i].Label }
	return len(command.MatchNames(name, len(places), at))+len(placesNamedAlike(places, name)) > 0
}

// asAction returns the hazard as the action that hurts one target.
func (h *HazardLine) asAction(a *rules.Actor) rules.OngoingAction {
	return rules.OngoingAction{Hazard: &h.strike, Whom: a.Key, Asked: h.Number}
}

// stateOfTarget returns the state in which a target is hit: s or, if the damage bypasses armour, a copy in which it wears none.
func (h *HazardLine) stateOfTarget(s *rules.State, a *rules.Actor) *rules.State {
	if h.BypassesArmour {
		return s.WithoutArmour(a.Key)
	}
	return s
}

// UnitNoun returns the unit of the number that ask asks for, in the singular or plural to match n.
func UnitNoun(ask *rules.Ask, n float64) string {
	what := strings.TrimPrefix(ask.What, "how many ")
	if n == 1 {
		return rules.Singular(what)
	}
	return what
}

// CauseText describes the cause of the harm: "a fall, 4 metres", "2d6 crushing, chest".
func (h *HazardLine) CauseText(rs *rules.Ruleset) string {
	text := rules.MidSentence(h.Hazard.Label)
	switch {
	case h.strike.Dice != nil:
		text = h.strike.Dice.String()
		if kind := cmp.Or(h.strike.Kind, firstName(h.Hazard.KindNames())); kind != "" {
			text += " " + strings.ReplaceAll(kind, "_", " ")
		}
	case h.Hazard.Ask != nil:
		text += ", " + command.Number(h.Number) + " " + UnitNoun(h.Hazard.Ask, h.Number)
		if h.strike.Kind != "" {
			text += ", " + strings.ReplaceAll(h.strike.Kind, "_", " ")
		}
	}
	places, _, _ := rs.WornPlaces("")
	for _, row := range places {
		if row.Name == h.strike.Place {
			text += ", " + strings.TrimSpace(h.strike.Side+" "+row.Label)
		}
	}
	if h.BypassesArmour {
		text += ", " + withoutArmourOption
	}
	return text
}

// firstName returns the first of names, or "" if there is none.
func firstName(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// hurtActors applies a hazard to the actors that a line names, each with dice of their own.
func (g timeline) hurtActors(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	h, err := HarmGame(g).readHurt(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	targets, verb := describeGroup(g.Game, h.Who, func(a *rules.Actor) string { return a.Name }), "is"
	if strings.Contains(targets, ", ") {
		verb = "are"
	}
	w := command.DecidedCommand{Title: fmt.Sprintf("%s %s hurt: %s", targets, verb, h.CauseText(g.Rules)), Passive: true}
	if len(h.Who) == 1 {
		w.Who = h.Who[0].Key
	}
	for _, a := range h.Who {
		d, err := g.Rules.Perform(h.stateOfTarget(g.State, a), "", h.asAction(a), k)
		if err != nil {
			return w, err
		}
		w.Append(&d)
	}
	return w, nil
}

// hurtOdds returns the odds of a `hurt` line, for the first target it names.
func hurtOdds(g *command.Game, l *command.Line) (*rules.ActionOdds, error) {
	_, odds, err := HarmGame{g}.readOdds(l)
	return odds, err
}

// readOdds reads a `hurt` line, and returns its odds for the first target it names.
func (g HarmGame) readOdds(l *command.Line) (h HazardLine, odds *rules.ActionOdds, err error) {
	if h, err = g.readHurt(l); err != nil {
		return h, nil, err
	}
	odds, err = g.Rules.ActionOdds(h.stateOfTarget(g.State, h.Who[0]), "", h.asAction(h.Who[0]), nil)
	return h, odds, err
}

// Odds returns the harm of a `hurt` line and its odds for the first target it names. Nothing is changed.
func (g HarmGame) Odds(text string) (h HazardLine, odds *rules.ActionOdds, err error) {
	l, err := g.Parse(text)
	if err == nil && l.Verb != "hurt" {
		err = command.Refusal("“%s” hurts no one.", text)
	}
	if err != nil {
		return h, nil, err
	}
	return g.readOdds(&l)
}

// DamageText returns the dice and points that a hazard deals, and their kind.
func (h *HazardLine) DamageText(rs *rules.Ruleset) string {
	text := h.Hazard.DiceText(rs, h.Number, h.strike.Dice)
	if kind := cmp.Or(h.strike.Kind, firstName(h.Hazard.KindNames())); text != "" && kind != "" {
		text += " " + strings.ReplaceAll(kind, "_", " ")
	}
	return text
}

// EffectsText describes the likely effects of a `hurt` line on its first target, in one line of text.
func (g HarmGame) EffectsText(h *HazardLine, odds *rules.ActionOdds) string {
	a, end := h.Who[0], odds.TargetOdds()
	var parts []string
	if amounts := odds.TallyMeans(); len(amounts) > 0 {
		text, last := "about "+roundToTenths(amounts[0]), roundToTenths(amounts[len(amounts)-1]) // damage dealt, and left after armour
		if text != "about "+last {
			text += ", " + last + " past armour"
		}
		parts = append(parts, text)
	}
	for _, lost := range end.Pools {
		if pool, ok := g.Rules.Pools.Get(lost.Pool); ok && lost.Mean >= 0.5 {
			parts = append(parts, fmt.Sprintf("%s %s → %s", pool.Name, command.Number(a.PoolValue(pool)), roundToWhole(a.PoolValue(pool)-lost.Mean)))
		}
	}
	for _, put := range append(end.Puts, rules.Possibility{Name: "out of the fight", Probability: end.Out}) {
		if put.Probability >= 0.01 {
			parts = append(parts, fmt.Sprintf("%s %d%%", rules.MidSentence(put.Name), int(100*put.Probability)))
		}
	}
	return strings.Join(parts, " · ")
}

// roundToTenths returns x with at most one decimal, so that half a point is not rounded away.
func roundToTenths(x float64) string { return command.Number(math.Round(10*x) / 10) }

// roundToWhole returns x rounded to a whole number.
func roundToWhole(x float64) string { return command.Number(math.Round(x)) }
