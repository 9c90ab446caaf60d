package analysis

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The line of a fight: the chance of its first side after every entry, the components of its swings, and the turning points. doc.go defines
// the terms. A moment is an entry of the fight with the choice made in it (moment.go); a probe is a state from which fights are simulated
// (probe.go). A tactic is the rule by which the program plays a combatant.

// Line is the course of a fight: the winning chance of its first side after each entry, if all sides follow their tactics.
type Line struct {
	Encounter  string   `json:"encounter"` // name of the encounter
	Label      string   `json:"label"`     // title of the encounter, to show
	Sides      []string `json:"sides"`     // keys of the sides, in the order of Point.Chances
	Assumption string   `json:"if"`        // assumption behind all chances, as text
	Fights     int      `json:"fights"`    // number of fights simulated for each moment
	All        int      `json:"all"`       // number of fights simulated in total
	Points     []Point  `json:"points"`    // entries of the fight, in order
	Turning    []int    `json:"turning"`   // indexes in Points of the turning points, the largest swing first
	Persons    []Person `json:"persons"`   // participants, in the order in which they joined
	Over       bool     `json:"over"`      // whether the fight has ended
	ForPlayers bool     `json:"-"`         // whether it contains only content that players may read
	Remaining  int      `json:"-"`         // number of states still to be simulated; their points have no chances yet
}

// Point is an entry of a fight.
type Point struct {
	Seq     int64    `json:"seq"`               // number of the entry
	Count   float64  `json:"count"`             // count after the entry
	Who     string   `json:"who,omitempty"`     // key of the acting combatant; "" for none
	Line    string   `json:"line"`              // command line that was carried out
	Text    string   `json:"text"`              // result in sentences, or else the line of the log without its numbers
	Chances []Chance `json:"chances"`           // chance of each side after the entry, in the order of Line.Sides; nil if not simulated yet
	Swing   Chance   `json:"swing"`             // change of the first side's chance by the entry: the sum of dice, choice and hand
	Dice    Chance   `json:"dice"`              // part of the swing due to the dice
	Choice  Chance   `json:"choice"`            // part of the swing due to an unusual choice
	Hand    Chance   `json:"hand"`              // part of the swing due to a change by the game master
	Chooser string   `json:"chooser,omitempty"` // key of the combatant who made an unusual choice; "" for none
	Chosen  string   `json:"chosen,omitempty"`  // chosen line or answer; "" if it is also the tactic's choice
	Usual   string   `json:"usual,omitempty"`   // line or answer that the tactic would have chosen; "" for none
	Fair    Chance   `json:"fair"`              // gain of the chooser's side by the choice, against opponents who fight by the pack's default tactic
	Mark    string   `json:"mark,omitempty"`    // mark of the choice, such as "??"; "" for none; see marks
}

// Person sums up the luck and the choices of a combatant, as changes of the first side's chance.
type Person struct {
	Who    string  `json:"who"`    // key of the combatant
	Name   string  `json:"name"`   // name to show
	Side   string  `json:"side"`   // key of its side
	Dice   float64 `json:"dice"`   // sum of Point.Dice for its entries, as a share
	Choice float64 `json:"choice"` // sum of Point.Choice for its unusual choices, as a share
}

// Options holds the precision of an analysis.
type Options struct {
	Precision float64               // half the width of the confidence intervals of swings, as a share; 0 means UsualPrecision
	Fights    int                   // number of fights simulated for each moment; 0 means as many as Precision requires
	Seed      uint64                // seed of the dice
	Workers   int                   // number of parallel fights; 0 for the number of cores
	Progress  func(done, total int) // function called after each state, with the number of states done and the total; can be nil
}

// Default precision and size of an analysis.
const (
	UsualPrecision = 0.03 // half the width of the intervals of swings, as a share
	firstFights    = 100  // number of fights first run for each moment, to estimate how many are needed
	maxFights      = 4000 // maximum number of fights for a moment
)

// Analyse computes the line of a fight.
func Analyse(ctx context.Context, g *command.Game, f *Fight, o Options) (*Line, error) {
	a := &analysis{fight: f}
	if err := a.setFight(ctx, g, f, o); err != nil {
		return nil, err
	}
	fights, err := a.simulateAll(ctx, o)
	if err != nil {
		return nil, err
	}
	return a.buildLine(fights), nil
}

// setFight sets the analysis to fight f as it is now, and plans the probes. It keeps the moments and probes of entries that are still the
// same.
func (a *analysis) setFight(ctx context.Context, g *command.Game, f *Fight, o Options) error {
	sides := f.Sides()
	if len(sides) == 0 {
		sides = []string{""}
	}
	same := 0 // number of entries at the beginning that are unchanged
	if a.canKeepProbes(g.Rules, sides, o.Seed) {
		for same < min(len(a.list), len(f.Entries)) && a.list[same].HistoryEntry == f.Entries[same] {
			same++
		}
	}
	list, err := f.readMoments(ctx, g, a.list[:same])
	if err != nil {
		return err
	}
	a.fight, a.sides, a.seed, a.workers = f, sides, o.Seed, o.Workers
	a.list, a.probes = list, a.probes[:same]
	a.planProbes()
	return nil
}

// canKeepProbes reports whether earlier simulations are valid for a fight with the given rules, sides and seed: rules and seed must be the
// same, and so must the sides apart from added ones.
func (a *analysis) canKeepProbes(rs *rules.Ruleset, sides []string, seed uint64) bool {
	hasSameSides := len(a.sides) <= len(sides) && slices.Equal(a.sides, sides[:len(a.sides)])
	return hasSameSides && len(a.list) > 0 && a.list[0].game.Rules == rs && a.seed == seed
}

// buildLine builds the line from the simulations so far, using at most the given number of fights for each state.
func (a *analysis) buildLine(fights int) *Line {
	l := &Line{Encounter: a.fight.Name, Label: a.fight.Label, Sides: a.sides, Assumption: AssumptionText(len(a.sides)), Fights: fights, All: a.fights, Over: a.fight.IsOver()}
	for i, m := range a.list {
		l.Points = append(l.Points, a.buildPoint(i, m, fights))
	}
	plain, _ := a.wantedProbes()
	for _, p := range plain {
		if len(p.won) == 0 { // not simulated yet
			l.Remaining++
		}
	}
	l.Turning, l.Persons = l.turningPoints(), a.sumsByPerson(l)
	return l
}

// AssumptionText describes the assumption behind all chances for the given number of sides.
func AssumptionText(sides int) string {
	return "if " + collect.Choose(sides > 2, "all", "both") + " sides go on by their tactics"
}

// analysis is a line that is still being computed.
type analysis struct {
	prober
	fight  *Fight         // fight, as last read
	list   []*moment      // moments of the fight, one for each entry
	probes []momentProbes // states to simulate for each moment, by the same index
}

// momentProbes holds the probes of a moment. Neighbouring moments share probes.
type momentProbes struct {
	before *probe    // state before the entry; nil for the first moment
	after  *probe    // state after the entry; the same as before if the entry can't move the line
	chosen *probe    // state after the actual choice, before the dice; nil if it is also the tactic's choice
	fair   [2]*probe // states with the tactic's choice and with the actual one, if opponents fight by the pack's default tactic; nil for none
}

// planProbes adds the probes of the moments that have none yet, without simulating them.
func (a *analysis) planProbes() {
	var now *probe // state after the last moment
	if n := len(a.probes); n > 0 {
		now = a.probes[n-1].after
	}
	for _, m := range a.list[len(a.probes):] {
		p := newMomentProbes(m, now, len(a.probes) == 0)
		a.probes, now = append(a.probes, p), p.after
	}
}

// newMomentProbes returns the probes of moment m. before is the state before its entry; isFirst is set for the first moment of the fight.
func newMomentProbes(m *moment, before *probe, isFirst bool) momentProbes {
	p := momentProbes{before: before, after: before}
	rolls := len(m.Dice) > 0
	if !m.After.Running || !isFirst && !rolls && !m.hasDeviation() {
		return p // the entry can't move the line
	}
	p.after = &probe{moment: m}
	if isFirst || !m.hasDeviation() {
		return p
	}
	p.chosen = p.after // without dice, or if they can't be rolled again, the whole swing is due to the choice
	if rolls && !m.isFixed {
		p.chosen = &probe{moment: m, startsBefore: true, rerollsEntry: true}
	}
	if m.side != "" {
		usual, chosen := probe{moment: m, startsBefore: true, uninformedSide: m.side}, *p.chosen
		chosen.uninformedSide = m.side
		p.fair = [2]*probe{&usual, &chosen}
	}
	return p
}

// wantedProbes lists the probes that must be simulated: those for the chances after entries, in order, and those for the value of choices.
func (a *analysis) wantedProbes() (plain, choices []*probe) {
	for _, p := range a.probes {
		if p.after != p.before {
			plain = append(plain, p.after)
		}
		if p.chosen != nil {
			choices = append(choices, p.before, p.chosen)
		}
		if p.fair[0] != nil {
			choices = append(choices, p.fair[:]...)
		}
	}
	return plain, choices
}

// simulateAll simulates all probes and returns the number of fights for each state. Probes for the value of choices get twice as many,
// since marks depend on small differences.
func (a *analysis) simulateAll(ctx context.Context, o Options) (fights int, err error) {
	plain, choices := a.wantedProbes()
	// Probes in plain are simulated twice: with few fights, from which the needed number is estimated, and then with that number.
	done, total := 0, 2*len(plain)+len(choices)
	simulate := func(list []*probe, runs int) error {
		for _, p := range list {
			if err := a.runFights(ctx, p, runs); err != nil {
				return err
			}
			if done++; o.Progress != nil {
				o.Progress(done, total)
			}
		}
		return nil
	}
	fights = o.Fights
	if fights == 0 {
		first := min(firstFights, o.worstCaseFights())
		if err := simulate(plain, first); err != nil {
			return 0, err
		}
		fights = a.neededFights(first, o)
	}
	if err := simulate(plain, fights); err != nil {
		return 0, err
	}
	return fights, simulate(choices, 2*fights)
}

// precision returns half the width that the intervals of swings should have, as a share.
func (o *Options) precision() float64 {
	return collect.Choose(o.Precision > 0, o.Precision, UsualPrecision)
}

// worstCaseFights returns the number of fights for which the interval of a chance of one half, the worst case, has the required width. The
// standard error of such a chance is 1/(2√fights).
func (o *Options) worstCaseFights() int {
	return int(math.Ceil(math.Pow(standardErrors/2/o.precision(), 2)))
}

// neededFights returns the number of fights for each state after which 90% of the swings should be as precise as required, at most
// maxFights. It is estimated from their intervals after first fights, as the width of an interval is proportional to 1/√fights.
func (a *analysis) neededFights(first int, o Options) int {
	widths := []float64{0}
	for _, p := range a.probes {
		if p.after != p.before && p.before != nil {
			widths = append(widths, a.chanceDifference(p.before, p.after, 0, first).HalfWidth)
		}
	}
	slices.Sort(widths)
	ratio := widths[len(widths)*9/10] / o.precision() // 90th percentile, compared with the required width
	return max(first, min(maxFights, int(math.Ceil(float64(first)*ratio*ratio))))
}

// buildPoint returns the point of moment m, which has index i, from at most the given number of fights of each of its probes. Values that
// aren't simulated yet are missing.
func (a *analysis) buildPoint(i int, m *moment, fights int) Point {
	text, _, _ := strings.Cut(m.Text, " · ") // the part after the separator has the numbers
	p, probes := Point{Seq: m.Seq, Count: m.Count, Who: m.Who, Line: m.Line, Text: cmp.Or(m.Sentences, text)}, a.probes[i]
	if len(probes.after.won) == 0 {
		return p
	}
	for side := range a.sides {
		p.Chances = append(p.Chances, a.chanceOfSide(probes.after, side, fights))
	}
	if probes.after == probes.before || probes.before == nil || len(probes.before.won) == 0 {
		return p
	}
	p.Swing = a.chanceDifference(probes.before, probes.after, 0, fights)
	// the difference of the chances shown, even if the two probes have different numbers of fights so far
	p.Swing.Share = p.Chances[0].Share - a.chanceOfSide(probes.before, 0, fights).Share
	a.splitSwing(&p, m, probes, fights)
	return p
}

// splitSwing sets the components of the swing of p, the point of moment m, from its probes. Probes for the value of choices have twice the
// given number of fights.
func (a *analysis) splitSwing(p *Point, m *moment, probes momentProbes, fights int) {
	part := Chance{} // part of the swing due to the choice, or to the game master
	switch {
	case probes.chosen == nil:
		p.Dice = p.Swing
	case probes.chosen == probes.after:
		part = p.Swing
	case len(probes.chosen.won) == 0: // not simulated yet
		return
	default:
		part = a.chanceDifference(probes.before, probes.chosen, 0, 2*fights)
		p.Dice = Chance{p.Swing.Share - part.Share, math.Hypot(p.Swing.HalfWidth, part.HalfWidth)}
	}
	if m.chooser == "" {
		p.Hand = part
		return
	}
	p.Choice, p.Chooser, p.Chosen, p.Usual = part, m.chooser, m.chosen, m.usual
	if probes.fair[0] != nil && min(len(probes.fair[0].won), len(probes.fair[1].won)) > 0 {
		p.Fair = a.chanceDifference(probes.fair[0], probes.fair[1], slices.Index(a.sides, m.side), 2*fights)
		p.Mark = markOfChoice(p.Fair)
	}
}

// marks lists the marks of choices, as in chess: three for losses, the largest first, and one for a gain.
var marks = []struct {
	mark  string
	gains float64 // minimum gain of the chooser's side for the mark, as a share; if negative, minimum loss
}{{"??", -0.12}, {"?", -0.06}, {"?!", -0.03}, {"+", 0.06}}

// markOfChoice returns the mark of a choice by the gain of the chooser's side, or "" if the gain is small or could be due to chance.
func markOfChoice(gains Chance) string {
	if !gains.isBeyondChance(2) {
		return ""
	}
	for _, m := range marks {
		if m.gains < 0 && gains.Share <= m.gains || m.gains > 0 && gains.Share >= m.gains {
			return m.mark
		}
	}
	return ""
}

// Conditions for a turning point.
const (
	minTurningSwing  = 0.10 // minimum size of its swing, as a share
	minTurningErrors = 3    // minimum size of its swing, in standard errors
	turningDistance  = 5    // minimum distance, in entries, from a turning point with a larger swing in the same direction
)

// turningPoints returns the indexes of the turning points in l.Points, the largest swing first.
func (l *Line) turningPoints() []int {
	var list []int
	for i := range l.Points {
		if swing := l.Points[i].Swing; math.Abs(swing.Share) >= minTurningSwing && swing.isBeyondChance(minTurningErrors) {
			list = append(list, i)
		}
	}
	size := func(i int) float64 { return math.Abs(l.Points[i].Swing.Share) }
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(size(j), size(i)) })
	turns := []int{}
	for _, i := range list {
		isNear := func(k int) bool { // whether turning point k is near and in the same direction
			return max(i-k, k-i) <= turningDistance && (l.Points[i].Swing.Share > 0) == (l.Points[k].Swing.Share > 0)
		}
		if !slices.ContainsFunc(turns, isNear) {
			turns = append(turns, i)
		}
	}
	return turns
}

// maxTurns is the maximum number of turning points that are reported.
const maxTurns = 3

// TurningPoints returns up to maxTurns turning points, those with the largest swings, in chronological order.
func (l *Line) TurningPoints() (list []gm.TurningPoint) {
	for _, i := range slices.Sorted(slices.Values(l.Turning[:min(maxTurns, len(l.Turning))])) {
		p := &l.Points[i]
		list = append(list, gm.TurningPoint{Entry: p.Seq, Side: l.Sides[0], From: p.Chances[0].Share - p.Swing.Share, To: p.Chances[0].Share})
	}
	return list
}

// SaveTurningPoints stores the turning points of fight f, whose line l is, in the session, for recaps and exports. It does nothing before
// the fight is over and the whole line is simulated.
func (l *Line) SaveTurningPoints(s *gm.Session, f *Fight) error {
	first, turns := f.Entries[0].Seq, l.TurningPoints()
	if !l.Over || l.Remaining > 0 || slices.Equal(s.TurningPoints(first), turns) {
		return nil
	}
	return s.KeepTurningPoints(first, f.Entries[len(f.Entries)-1].Seq, turns)
}

// MomentText describes when the last moment of a fight is: "now", or "in the end" if the fight is over.
func MomentText(isOver bool) string { return collect.Choose(isOver, "in the end", "now") }

// Text summarizes the line: the first side's chance at the beginning and at the last moment, and the causes of the difference.
func (l *Line) Text() string {
	first, last := l.Points[0].Chances, l.Points[len(l.Points)-1].Chances
	if len(first) == 0 || len(last) == 0 || l.Remaining > 0 {
		return fmt.Sprintf("Fights are being simulated from %s more.", command.CountText(l.Remaining, "moment", "moments"))
	}
	text := fmt.Sprintf("%s wins: %s as it began, %s %s, %s", l.Sides[0], first[0].Text(), last[0].Text(), MomentText(l.Over), l.Assumption)
	if l.ForPlayers {
		return text + "."
	}
	dice, choices, hand := l.Sums()
	text += fmt.Sprintf(". Dice %s, choices %s", dice.Points(), choices.Points())
	if hand.Share != 0 {
		text += ", by hand " + hand.Points()
	}
	return text + " points."
}

// Sums returns the sum of each component of the swings over the whole line. Since dice is the part of the total change for which choices
// and hand don't account, its error includes theirs and the errors of the first and the last chance.
func (l *Line) Sums() (dice, choice, hand Chance) {
	for i := range l.Points {
		p := &l.Points[i]
		dice.Share += p.Dice.Share
		choice = choice.addIndependent(p.Choice)
		hand = hand.addIndependent(p.Hand)
	}
	dice.HalfWidth = math.Hypot(math.Hypot(choice.HalfWidth, hand.HalfWidth), math.Hypot(l.Points[0].Chances[0].HalfWidth, l.Points[len(l.Points)-1].Chances[0].HalfWidth))
	return dice, choice, hand
}

// addIndependent returns the sum of two chances whose errors are independent.
func (c Chance) addIndependent(other Chance) Chance {
	return Chance{c.Share + other.Share, math.Hypot(c.HalfWidth, other.HalfWidth)}
}

// NameOf returns the name of the participant with the given key, or the key if there is none.
func (l *Line) NameOf(key string) string {
	for _, p := range l.Persons {
		if p.Who == key {
			return p.Name
		}
	}
	return key
}

// sumsByPerson returns the sums of dice and choices for each participant, in the order in which they joined.
func (a *analysis) sumsByPerson(l *Line) (list []Person) {
	indexes := map[string]int{} // index in list, by key of the actor
	for i, m := range a.list {
		for _, actor := range m.After.Actors {
			if _, known := indexes[actor.Key]; !known {
				indexes[actor.Key] = len(list)
				list = append(list, Person{Who: actor.Key, Name: actor.Name, Side: actor.Side})
			}
		}
		p := &l.Points[i]
		if k, known := indexes[p.Who]; known {
			list[k].Dice += p.Dice.Share
		}
		if k, known := indexes[p.Chooser]; known {
			list[k].Choice += p.Choice.Share
		}
	}
	return list
}

// Text returns a chance as text for people: "33% ±5".
func (c Chance) Text() string {
	return fmt.Sprintf("%.0f%% ±%.0f", 100*c.Share, math.Ceil(100*c.HalfWidth-1e-9))
}

// Points returns a difference of chances in points, with its sign: "−18 ±4".
func (c Chance) Points() string {
	return fmt.Sprintf("%s ±%.0f", FormatSigned(c.Share), math.Ceil(max(0, 100*c.HalfWidth-1e-9)))
}

// FormatSigned returns a difference of shares in points, with its sign.
func FormatSigned(share float64) string { return command.FormatSigned(math.Round(100 * share)) }
