package players

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/logtext"
	"hybrid/gm/sheet"
	"hybrid/rules"
	"hybrid/rules/purchase"
)

// Faces agree: whatever shows a chance, its target or its order shows what the engine then rolls against.

var faceGames = flag.Int("faces", 0, "play so many games of each encounter, of 60 lines each, where faces are compared; 0 for one of 25 lines")

// faceCampaigns are the games in which faces are compared.
var faceCampaigns = []string{"saltmarket", "heresiarch", "two_tribes", "catacombs", "cold_lantern", "../testdata/bones/game", "../testdata/targets/game"}

// faceKind is a kind of comparison: how often it must be tried in a short run, and how many of these may still differ.
type faceKind struct {
	kind        string
	least, open int
}

// faceKinds are the faces that are compared.
var faceKinds = []faceKind{
	{"log and statistics: how likely a roll was is not said by a die of its own", 3, 0},
	{"advance: gain of a rank", 13, 0},
	{"answer card (scene said): nothing said to be left out", 1, 0},
	{"answer card (scene said): what is left out is named", 2, 0},
	{"answer card: counts", 16, 0},
	{"answer card: nothing said to be left out", 1, 0},
	{"answer card: what is left out is named", 4, 0},
	{"dashboard preview: number", 147, 0},
	{"die card (scene said): nothing said to be left out", 1, 0},
	{"die card (scene said): what is left out is named", 6, 0},
	{"die card: nothing said to be left out", 2, 0},
	{"die card: shows a chance", 8, 0},
	{"die card: what is left out is named", 10, 0},
	{"engine preview: deed, faces", 20, 0},
	{"engine preview: deed, number", 167, 0},
	{"engine preview: deed, per cent", 167, 0},
	{"engine preview: skill, number", 66, 0},
	{"engine preview: skill, per cent", 66, 0},
	{"health: nobody who cannot act is at the best word", 1537, 0},
	{"health: nobody with a bad condition of a group is at the best word", 1537, 0},
	{"log: a roll without a comparison is decided by something else", 1, 0},
	{"log: the die that is compared is named, where another is kept beside it", 2, 0},
	{"log: low is good where low is good", 15366, 0},
	{"log: the comparison holds", 15366, 0},
	{"log: the comparison is against the number of the roll", 15366, 0},
	{"odds: number of the first roll", 167, 0},
	{"preview: every degree that may come is among the faces", 79, 0},
	{"printed sheet: skill with % behind it", 13, 0},
	{"seat preview: deed (scene said): nothing said to be left out", 1, 0},
	{"seat preview: deed (scene said): what is left out is named", 19, 0},
	{"seat preview: deed: nothing said to be left out", 40, 0},
	{"seat preview: deed: what is left out is named", 13, 0},
	{"seat preview: skill (scene said): nothing said to be left out", 20, 0},
	{"seat preview: skill: nothing said to be left out", 9, 0},
	{"seat sheet: skill (never says what is left out)", 9, 0},
	{"seat sheet: skill (never says what is left out) (scene said)", 20, 0},
	{"tactics: `least` compares per cents", 13, 0},
	{"tactics: a higher number is a likelier answer", 13, 0},
	{"terms: rank that counts = rank of the sheet, or made up in parts", 65, 0},
}

// tallyOf is what one kind of comparison came to.
type tallyOf struct {
	tried, failed int
	example       string
	games         map[string]int
}

type facesCheck struct {
	t    *testing.T
	game string
	list map[string]*tallyOf
}

// same notes one comparison.
func (x *facesCheck) same(kind string, ok bool, example string, args ...any) {
	k := x.list[kind]
	if k == nil {
		k = &tallyOf{games: map[string]int{}}
		x.list[kind] = k
	}
	k.tried++
	if ok {
		return
	}
	k.failed++
	k.games[x.game]++
	text := x.game + ": " + fmt.Sprintf(example, args...)
	if k.example == "" || len(text) < len(k.example) {
		k.example = text
	}
}

// probe is dice that show what is said, and else the middle; it keeps what was asked.
type probe struct {
	shows map[int]int
	faces []int
}

func (p *probe) Roll(faces int, _ string) (int, bool, error) {
	at := len(p.faces)
	p.faces = append(p.faces, faces)
	if f, ok := p.shows[at]; ok && f <= faces {
		return f, true, nil
	}
	if usualFace > 0 {
		return usualFace, true, nil
	}
	return (faces + 1) / 2, true, nil
}

// usualFace is what a probe shows where nothing is said; 0 for the middle.
var usualFace int

// truth is what the engine rolls against: the first check of who.
type truth struct {
	chance  float64 // the number compared
	made    map[int]bool
	die     int
	share   float64 // of all throws that make it, in per cent
	exact   bool    // of one die, tried with every face
	terms   []rules.Term
	several bool
	scene   bool // the game master said something of the scene, or of the one who rolls
}

var rolledTrue []rolledIn // that were rolled for truths

// rolledIn is a roll, and whether high ones make it.
type rolledIn struct {
	*rules.Outcome
	high   bool
	beside bool // a die is kept beside its own, and one of them shows the best face, the other the worst
}

var theCheck *facesCheck

type decide func(k rules.Known) (rules.Decision, error)

// decideAll carries on with no answers where none is given.
func decideAll(do decide, shows map[int]int, answers map[string]string) (rules.Decision, *probe, error) {
	given := map[string]string{}
	for k, v := range answers {
		given[k] = v
	}
	for range 40 {
		p := &probe{shows: shows}
		d, err := do(rules.Known{Dice: p, Answers: given})
		var need *rules.Need
		if errors.As(err, &need) && need.Die == 0 {
			given[need.Key] = need.Unsaid()
			continue
		}
		return d, p, err
	}
	return rules.Decision{}, nil, errors.New("endless")
}

// truthOf rolls the first check of who with every face.
func truthOf(rs *rules.Ruleset, do decide, who string, answers map[string]string) (tr truth, ok bool) {
	d, p, err := decideAll(do, nil, answers)
	if err != nil {
		return tr, false
	}
	first := func(d *rules.Decision) (at int, o *rules.Outcome) {
		for i := range d.Outcomes {
			o := &d.Outcomes[i]
			if o.Kind == "check" && o.Who == who {
				return at, o
			}
			at += len(o.Dice)
		}
		return at, nil
	}
	at, o := first(&d)
	if o == nil || at >= len(p.faces) || len(o.Dice) == 0 {
		return tr, false
	}
	tr = truth{chance: o.Chance, terms: o.Terms, die: p.faces[at], made: map[int]bool{}}
	if o.Throw != "" {
		tr.share, tr.several = o.Chance, true
		return tr, true
	}
	inAll := 0
	for i := range d.Outcomes {
		inAll += len(d.Outcomes[i].Dice)
	}
	if len(o.Dice) > 1 || len(d.Dice) > inAll {
		tr.share, tr.several = sampled(do, who, given(do, answers), first), true
		if o.Likely > 0 && !math.IsNaN(tr.share) {
			theCheck.same("log and statistics: how likely a roll was is not said by a die of its own", math.Abs(100*o.Likely-tr.share) < 9, "%s %s: likely %.0f%%, of all throws %.0f%%", who, o.Label, 100*o.Likely, tr.share)
		}
		rolledTrue = append(rolledTrue, rolledIn{o, rs.Die() != 100, false})
		for _, shows := range []map[int]int{{at: p.faces[at], at + 1: 1}, {at: 1, at + 1: p.faces[len(p.faces)-1] - 1}} {
			if d, _, err := decideAll(do, shows, answers); err == nil && len(o.Dice) == 2 && p.faces[at] != p.faces[at+1] {
				if _, o := first(&d); o != nil {
					rolledTrue = append(rolledTrue, rolledIn{o, rs.Die() != 100, true})
				}
			}
		}
		return tr, true
	}
	n := 0
	var of []*rules.Outcome
	defer func() {
		for _, o := range of {
			rolledTrue = append(rolledTrue, rolledIn{o, tr.made[tr.die] && !tr.made[1], false})
		}
	}()
	for face := 1; face <= tr.die; face++ {
		d, _, err := decideAll(do, map[int]int{at: face}, answers)
		if err != nil {
			return tr, false
		}
		_, o := first(&d)
		if o != nil {
			of = append(of, o)
		}
		if o != nil && o.Success {
			tr.made[face], n = true, n+1
		}
		if face == tr.die {
			if _, o := first(&d); o != nil && len(o.Dice) > 1 { // it explodes, or several are rolled
				tr.share, tr.several = 100*o.Likely, true
				if o.Likely == 0 {
					tr.share = 100 * float64(n) / float64(tr.die)
				}
				return tr, true
			}
		}
	}
	tr.exact, tr.share = true, 100*float64(n)/float64(tr.die)
	return tr, true
}

func close1(a, b float64) bool { return math.IsNaN(b) || math.Abs(a-b) < 1.0001 }

func near(a, b float64, several bool) bool {
	if several {
		return math.IsNaN(b) || math.Abs(a-b) < 9
	}
	return close1(a, b)
}

// termText is terms in a few words.
func termText(list []rules.Term) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, fmt.Sprintf("%s %g", t.Label, math.Round(t.Value*100)/100))
	}
	return strings.Join(parts, ", ")
}

func ownTerms(list []Term) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, fmt.Sprintf("%s %g", t.Label, math.Round(t.Value*100)/100))
	}
	return strings.Join(parts, ", ")
}

func TestFacesAgree(t *testing.T) {
	x := &facesCheck{t: t, list: map[string]*tallyOf{}}
	theCheck = x
	games, lines := max(1, *faceGames), 25
	if *faceGames > 0 {
		lines = 60
	}
	for _, name := range faceCampaigns {
		c, err := campaign.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(strings.TrimSuffix(name, "/game"), "/")
		x.game = parts[len(parts)-1]
		for _, e := range c.Encounters() {
			for seed := range games {
				x.play(c, e.Name, uint64(seed), lines)
			}
		}
	}
	for _, k := range faceKinds {
		l := x.list[k.kind]
		switch {
		case l == nil || l.tried < k.least:
			t.Errorf("%s: tried %d times, want %d at least", k.kind, tried(l), k.least)
		case l.failed > k.open && (*faceGames == 0 || k.open == 0):
			t.Errorf("%s: %d of %d differ, want %d at most, such as %s", k.kind, l.failed, l.tried, k.open, l.example)
		case testing.Verbose():
			t.Logf("%-70s tried %6d  differ %5d  %v %s", k.kind, l.tried, l.failed, l.games, l.example)
		}
		delete(x.list, k.kind)
	}
	for kind, l := range x.list {
		t.Errorf("%s: not among the kinds; tried %d, %d differ, such as %s", kind, l.tried, l.failed, l.example)
	}
}

func tried(l *tallyOf) int {
	if l == nil {
		return 0
	}
	return l.tried
}

// play plays an encounter at random and compares at many moments.
func (x *facesCheck) play(c *campaign.Campaign, encounter string, seed uint64, lines int) {
	s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{byte(seed), byte(seed >> 8)})})
	if err != nil {
		x.t.Fatal(err)
	}
	r := gmtest.NewRandom(seed+7, s.Game)
	do := func(line string) { gmtest.DoAtRandom(x.t, r, s, line) }
	do("begin " + encounter)
	rounds := s.Rules().Order.InRounds()
	if !rounds {
		do("initiative")
	}
	tell := NewTelling(s)
	for i := range lines {
		line := func() (line string) {
			defer func() {
				if recover() != nil {
					line = "next"
				}
			}()
			return r.Line()
		}()
		if !s.State().Running {
			break
		}
		if w, _, _ := strings.Cut(line, " "); slices.Contains([]string{"undo", "redo", "note", "finish", "begin"}, w) {
			line = "next"
		}
		func() {
			defer func() { _ = recover() }()
			do(line)
		}()
		if !s.State().Running || len(s.State().Actors) == 0 {
			break
		}
		func() {
			defer func() {
				if r := recover(); r != nil && !strings.Contains(fmt.Sprint(r), "IntN") {
					panic(r)
				}
			}()
			x.moment(s, tell, r, i%5 == 0)
		}()
	}
}

// moment compares what all faces show now.
func (x *facesCheck) moment(s *gm.Session, tell *Telling, r gmtest.Random, sheets bool) {
	rs, st, rng := s.Rules(), s.State(), r.Rng
	a := st.Actors[rng.IntN(len(st.Actors))]
	if len(a.Sheet.Skills) > 0 {
		x.skill(s, tell, a, a.Sheet.Skills[rng.IntN(len(a.Sheet.Skills))])
		if sheets {
			x.sheet(s, a)
			x.gain(s, a, a.Sheet.Skills[rng.IntN(len(a.Sheet.Skills))])
		}
	}
	for _, a := range st.Actors {
		bearing := a.Bearing(rs)
		level, levels := bearing.Level, bearing.Levels
		bad := ""
		if able, by := a.CanAct(rs); !able && by != nil {
			bad = by.Label
		}
		if rs.Knowledge.Kept() || true {
			x.same("health: nobody who cannot act is at the best word", bad == "" || level < levels-1, "%s: %s · %s", a.Key, bearing.Word, bad)
		}
		grouped := ""
		for _, h := range a.Conditions {
			if h.Condition.Group != "" && h.Condition.Bad {
				grouped = h.Condition.Label
			}
		}
		x.same("health: nobody with a bad condition of a group is at the best word", grouped == "" || level < levels-1, "%s: %s · %s", a.Key, bearing.Word, grouped)
	}
	for range 3 {
		a := st.Actors[rng.IntN(len(st.Actors))]
		x.deed(s, tell, r, a)
	}
	for _, o := range rolledTrue {
		x.comparison(o.Outcome, o.high)
		if o.beside {
			text := logtext.RolledAgainst(o.Outcome)
			x.same("log: the die that is compared is named, where another is kept beside it", o.Die != "" && strings.HasPrefix(text, o.Die+" ") && o.Face() == float64(max(o.Dice[0].Result, o.Dice[1].Result)), "%s “%s”, dice %v", o.Label, text, o.Dice)
		}
	}
	rolledTrue = nil
	x.questions(s, tell, r, "next", func(k rules.Known) (rules.Decision, error) { return rs.Next(st, k) })
}

// perform is an action carried out at once.
func perform(s *gm.Session, who string, d rules.Doing) decide {
	rs, st := s.Rules(), s.State()
	return func(k rules.Known) (rules.Decision, error) { return rs.Perform(st, who, d, k) }
}

// skill compares a plain check: preview, sheet of a seat, weight of a seat.
func (x *facesCheck) skill(s *gm.Session, tell *Telling, a *rules.Actor, skill *rules.Skill) {
	rs, st := s.Rules(), s.State()
	d := rules.Doing{Skill: skill.Name}
	tr, ok := truthOf(rs, perform(s, a.Key, d), a.Key, nil)
	if !ok {
		return
	}
	p, err := rules.PlainPreview(rs, st, a.Key, d)
	if err != nil || p.Roll == nil || p.Roll.Varies() {
		return
	}
	x.same("engine preview: skill, number", close1(p.Roll.Chance, tr.chance), "%s %s preview %g, rolled against %g", a.Key, skill.Name, p.Roll.Chance, tr.chance)
	x.same("engine preview: skill, per cent", near(min(100, p.Roll.Likelihood().InPercent()), tr.share, tr.several) || p.Roll.Likelihood().InPercent() < 1, "%s %s preview %g%%, of all throws %g%%", a.Key, skill.Name, p.Roll.Likelihood().InPercent(), tr.share)
	x.bands("engine preview: skill, faces", p.Roll, &tr, a.Key+" "+skill.Name)
	x.rankTold(s, a, skill, p.Roll)
	if a.Sheet.Person.Player == "" {
		return
	}
	log, err := tell.Log(a.Key)
	if err != nil {
		return
	}
	tr.scene = len(st.Situations)+len(a.Situations) > 0
	w := log.Weigh(st, Want{Check: skill.Name})
	if k := log.knows(st, ""); w.Roll != nil {
		p, _ := rules.PlainPreview(k.rs, k.s, a.Key, d)
		x.known("seat preview: skill", w.Roll, p.Roll, &tr, a.Key+" check "+skill.Name)
	}
	if seen := log.Seen(st); seen != nil {
		for _, one := range seen.Own.Sheet.Section("skills").Rows {
			if likely := one.Cells[1].Likely; one.Key == skill.Name && likely != nil {
				x.same(sceneSaid("seat sheet: skill (never says what is left out)", tr.scene), near(min(100, likely.InPercent()), tr.share, tr.several) || likely.InPercent() < 1, "%s %s sheet %g%%, of all throws %g%% (%s)", a.Key, skill.Name, likely.InPercent(), tr.share, termText(tr.terms))
			}
		}
	}
}

// rankTold reports whether the rank that counts can be made out from what is said.
func (x *facesCheck) rankTold(s *gm.Session, a *rules.Actor, skill *rules.Skill, p *rules.CheckPreview) {
	plain := float64(a.Sheet.Rank(skill))
	for _, t := range p.Terms {
		for _, in := range t.Inputs {
			if in.Name == "skill.rank" {
				x.same("terms: rank that counts = rank of the sheet, or made up in parts", in.Value == plain || len(t.Parts) > 0, "%s %s: “%s” reads rank %g, the sheet says %g", a.Key, skill.Name, t.Label, in.Value, plain)
				return
			}
		}
	}
	if plain > 0 && s.Rules().Skill.Rank != nil {
		x.same("terms: a rank above 0 has a line", false, "%s %s rank %g: %s", a.Key, skill.Name, plain, termText(p.Terms))
	}
}

// bands compares the faces that make a roll.
func (x *facesCheck) bands(kind string, p *rules.CheckPreview, tr *truth, what string) {
	bands := p.Bands()
	if !tr.exact || len(bands) == 0 {
		return
	}
	for _, b := range bands {
		for f := b.From; f <= b.To; f++ {
			if tr.made[f] != b.Made {
				x.same(kind, false, "%s: %d shown made %v", what, f, b.Made)
				return
			}
		}
	}
	x.same(kind, true, "")
	odds, _ := p.Odds()
	for _, o := range odds {
		if o.Probability > 0 {
			shown := slices.ContainsFunc(bands, func(b rules.Band) bool { return b.Open || b.Degree != nil && b.Degree.Label == o.Name })
			x.same("preview: every degree that may come is among the faces", shown, "%s: %s %.4f is in no face", what, o.Name, o.Probability)
		}
	}
}

// sceneSaid is a kind where the game master said something of the scene or of the one who rolls.
func sceneSaid(kind string, said bool) string {
	if said {
		return kind + " (scene said)"
	}
	return kind
}

// known compares what a seat is shown, of which the rules know p: a difference must be named by what is left out.
func (x *facesCheck) known(kind string, r *Roll, p *rules.CheckPreview, tr *truth, what string) {
	kind = sceneSaid(kind, tr.scene)
	agrees := near(min(100, r.InPercent()), tr.share, tr.several) || r.InPercent() < 1 && tr.share <= 1 || r.Varies()
	if r.OnDie() != "" && tr.exact && agrees {
		for f := 1; f <= tr.die; f++ {
			agrees = agrees && tr.made[f] == (f >= r.Faces.From && f <= r.Faces.To)
		}
	}
	if len(r.Before) == 0 {
		x.same(kind+": nothing said to be left out", agrees, "%s shows %g %s [%s], rolled %g, of all throws %g%% [%s]", what, r.InPercent(), r.OnDie(), ownTerms(r.Terms), tr.chance, tr.share, termText(tr.terms))
		return
	}
	// something is said to be left out: each term is there, or says what it lacks
	missing, factor := []string{}, false
	for _, t := range tr.terms {
		at := slices.IndexFunc(p.Terms, func(o rules.Term) bool { return o.Source == t.Source })
		known := at >= 0 && math.Abs(p.Terms[at].Value-t.Value) < 0.011
		named := at >= 0 && p.Terms[at].Unknown && slices.Contains(r.Before, p.Terms[at].Lacks)
		if factor = factor || named; known || named || t.Bounds() || factor && strings.HasSuffix(t.Label, "actor") || slices.Contains(r.Before, "unknown modifiers") {
			continue
		}
		missing = append(missing, fmt.Sprintf("%s %g", t.Label, math.Round(t.Value*100)/100))
	}
	x.same(kind+": what is left out is named", len(missing) == 0, "%s shows %g %s before %s [%s]; not named: %s; rolled %g", what, r.InPercent(), r.OnDie(), strings.Join(r.Before, ", "), ownTerms(r.Terms), strings.Join(missing, ", "), tr.chance)
}

// sheet compares the printed sheet with a check in the same state.
func (x *facesCheck) sheet(s *gm.Session, a *rules.Actor) {
	rs := s.Rules()
	alone := &rules.State{Actors: []*rules.Actor{a}}
	v, err := sheet.New(rs, alone, a, false)
	if err != nil {
		return
	}
	for _, line := range v.Section("skills").Without("rank", "basis", "basis_value", "cost", "df").Rows {
		d, chance := rules.Doing{Skill: line.Key}, line.Cells[0].Likely.InPercent()
		tr, ok := truthOf(rs, func(k rules.Known) (rules.Decision, error) { return rs.Perform(alone, a.Key, d, k) }, a.Key, nil)
		if !ok {
			continue
		}
		x.same("printed sheet: skill with % behind it", near(min(100, chance), tr.share, tr.several) || chance < 1, "%s %s sheet %g, of all throws %g%%", a.Key, line.Key, chance, tr.share)
		return
	}
}

// gain compares what a rank is said to gain.
func (x *facesCheck) gain(s *gm.Session, a *rules.Actor, skill *rules.Skill) {
	rs := s.Rules()
	alone := &rules.State{Actors: []*rules.Actor{a}}
	list, err := purchase.Offers(rs, alone, a.Key, []rules.Learnable{{Skill: skill}})
	if err != nil || len(list) == 0 {
		return
	}
	was, _ := rules.PlainPreview(rs, alone, a.Key, rules.Doing{Skill: skill.Name})
	if was.Roll == nil {
		return
	}
	_, before := was.Roll.Odds()
	said := list[0].Gain
	truth := 100 * (purchase.MadeAt(rs, alone, a.Key, list[0].Learnable, list[0].Rank) - before)
	x.same("advance: gain of a rank", close1(said, truth) && (said > 0) == (truth > 0) || math.Abs(truth) < 1 && math.Abs(said) <= 5 && said*truth >= 0, "%s %s → %d: gain %g, of all throws %+.1f points", a.Key, skill.Name, int(list[0].Rank), said, truth)
}

// deed compares a random action.
func (x *facesCheck) deed(s *gm.Session, tell *Telling, r gmtest.Random, a *rules.Actor) {
	rs, st := s.Rules(), s.State()
	g := s.Game()
	line := randomDeclaration(r, a)
	l, err := g.Parse(line)
	if err != nil {
		return
	}
	if l.Action == nil && l.Verb != "check" && l.Verb != "task" {
		return
	}
	who, d, err := g.Declaration(&l)
	if err != nil || rs.CheckPossible(st, who.Key, d) != nil {
		return
	}
	pre, err := rs.Preview(st, who.Key, d, nil)
	if err != nil || pre.CheckOptions(rs, &d) != nil || pre.CheckPoints(who, &d) != nil {
		return
	}
	if rs.Order.InRounds() && rules.MayAct(rs, st, who) {
		x.questions(s, tell, r, line, func(k rules.Known) (rules.Decision, error) { return rs.Declare(st, who.Key, d, k) })
	}
	tr, ok := truthOf(rs, perform(s, who.Key, d), who.Key, nil)
	if ok && pre.Roll != nil {
		if !pre.Roll.Varies() && len(pre.Roll.Ways) == 0 {
			x.same("engine preview: deed, number", close1(pre.Roll.Chance, tr.chance), "%s preview %g, rolled against %g", line, pre.Roll.Chance, tr.chance)
			x.same("engine preview: deed, per cent", near(min(100, pre.Roll.Likelihood().InPercent()), tr.share, tr.several) || pre.Roll.Likelihood().InPercent() < 1, "%s preview %g%%, of all throws %g%%", line, pre.Roll.Likelihood().InPercent(), tr.share)
			x.bands("engine preview: deed, faces", pre.Roll, &tr, line)
		}
		if odds, err := rs.ActionOdds(st, who.Key, d, nil); err == nil && odds.Roll != nil && !odds.Roll.Varies() {
			x.same("odds: number of the first roll", close1(odds.Chance, tr.chance), "%s odds %g, rolled against %g", line, odds.Chance, tr.chance)
		}
		if p, err := g.Preview(line); err == nil && p.Check != nil && !p.Check.Varies() && !rules.ChangesAtTurn(orNobody(st, d.Whom)) {
			x.same("dashboard preview: number", close1(p.Check.Chance, tr.chance), "%s preview %g, rolled against %g", line, p.Check.Chance, tr.chance)
		}
	}
	if who.Sheet.Person.Player == "" || !ok {
		return
	}
	log, err := tell.Log(who.Key)
	if err != nil {
		return
	}
	k := log.knows(st, "")
	if k == nil {
		return
	}
	want := Want{Deed: d.Action, With: d.Tool, Number: d.Asked, Points: d.Points}
	if len(d.Given) > 0 || d.Against != nil || d.Skill != "" || d.Task != "" || len(d.Among) > 0 {
		return
	}
	for _, o := range d.Options {
		want.Ticks = append(want.Ticks, Tick{Name: o.Situation, Row: strings.TrimSpace(o.Side + " " + o.Row), Number: o.Number})
	}
	for id, key := range k.keys {
		if d.Whom != "" && key == d.Whom {
			want.Whom = id
		}
	}
	tr.scene = len(st.Situations)+len(who.Situations) > 0
	w := log.Weigh(st, want)
	if w.Refused == "" && w.Roll != nil {
		d, _ := k.doing(&want)
		p, _ := rules.PlainPreview(k.rs, k.s, who.Key, d)
		x.known("seat preview: deed", w.Roll, p.Roll, &tr, line)
	}
}

func orNobody(s *rules.State, key string) *rules.Actor {
	if a := s.Find(key); a != nil {
		return a
	}
	return s.Actors[0]
}

// questions follows a command through its questions, and compares what the one who is asked is shown.
func (x *facesCheck) questions(s *gm.Session, tell *Telling, r gmtest.Random, line string, do decide) {
	rs, st, rng := s.Rules(), s.State(), r.Rng
	answers, faces := map[string]string{}, []int{}
	for range 12 {
		_, err := do(rules.Known{Dice: &rules.Typed{Faces: faces}, Answers: answers})
		var need *rules.Need
		if !errors.As(err, &need) {
			return
		}
		who := st.Find(need.Who)
		seated := who != nil && who.Sheet.Person.Player != "" && !need.Secret
		if need.Die > 0 {
			if seated && len(need.Bands) > 0 && need.Bands[0].Row == nil && len(need.Bands[0:]) > 0 {
				x.dieCard(s, tell, need, line, answers, faces, do)
			}
			faces = append(faces, 1+rng.IntN(need.Die))
			continue
		}
		if len(need.Choices)+len(need.Raised) == 0 {
			answers[need.Key] = need.Unsaid()
			continue
		}
		if seated {
			x.answerCard(s, tell, need, line, answers, faces, do)
		}
		x.tactic(s, need, line)
		all := append([]rules.Answer{{Name: rules.NoAnswer}}, need.Choices...)
		pick := all[rng.IntN(len(all))]
		answers = need.WithAnswer(answers, pick.Name)
	}
	_ = rs
}

// checkBands reports whether the bands are of a check, and the faces made.
func madeOf(bands []rules.Band) (text string, isCheck bool) {
	made := false
	for _, b := range bands {
		made = made || b.Made
		isCheck = isCheck || b.Degree != nil || b.Open
	}
	return rules.MadeFaces(bands), isCheck
}

// dieCard compares the card of a die with the roll that the die decides.
func (x *facesCheck) dieCard(s *gm.Session, tell *Telling, need *rules.Need, line string, answers map[string]string, faces []int, do decide) {
	real, ok := madeOf(need.Bands)
	log, err := tell.Log(need.Who)
	if !ok || err != nil {
		return
	}
	tr := truth{die: need.Die, made: map[int]bool{}, exact: true, scene: len(s.State().Situations)+len(s.State().Find(need.Who).Situations) > 0}
	if o := rolledOf(do, need, answers, append(slices.Clone(faces), max(1, need.Die/2))); o != nil {
		tr.chance, tr.share, tr.terms = o.Chance, o.Chance, o.Terms
		if o.Likely > 0 {
			tr.share = 100 * o.Likely
		}
		tr.several = len(o.Dice) > 1 && need.Die != 100
	}
	for _, b := range need.Bands {
		for f := b.From; f <= b.To; f++ {
			tr.made[f] = b.Made
		}
	}
	for _, form := range []string{line, line + ", answer none"} {
		open := &gm.Question{Need: *need, Command: command.Command{Line: form, Answers: answers}}
		q := log.Question(s.State(), open)
		if q == nil {
			continue
		}
		soFar := []string{}
		for _, o := range need.SoFar {
			soFar = append(soFar, fmt.Sprintf("%s by %s whom %s: %s%s", o.Label, o.Who, o.Whom, o.Choice, o.Degree))
		}
		what := fmt.Sprintf("%s, %s's die for %s on %s (after %s)", form, need.Who, need.Text, need.Skill, strings.Join(soFar, "; "))
		x.same("die card: shows a chance", q.Target != nil, "%s: nothing is shown, really %s", what, real)
		if q.Target != nil {
			u, k := log.underway(s.State(), open)
			x.known("die card", q.Target, k.rs.Awaited(k.s, u, need), &tr, what)
		}
	}
}

// rolledOf returns the check that a die completes: the outcome of the one who is asked after the last of these faces.
func rolledOf(do decide, need *rules.Need, answers map[string]string, faces []int) (o *rules.Outcome) {
	d, err := do(rules.Known{Dice: &rules.Typed{Faces: faces}, Answers: answers})
	list := d.Outcomes
	var next *rules.Need
	if errors.As(err, &next) {
		list = next.SoFar
	}
	for i := range list {
		if list[i].Kind == "check" && list[i].Who == need.Who && strings.Contains(need.Text, list[i].Label) {
			o = &list[i]
		}
	}
	return o
}

// answerCard compares the chances of the answers with what is rolled against after each.
func (x *facesCheck) answerCard(s *gm.Session, tell *Telling, need *rules.Need, line string, answers map[string]string, faces []int, do decide) {
	log, err := tell.Log(need.Who)
	if err != nil {
		return
	}
	open := &gm.Question{Need: *need, Command: command.Command{Line: line, Answers: answers}}
	q := log.Question(s.State(), open)
	if q == nil {
		return
	}
	u, k := log.underway(s.State(), open)
	for _, c := range q.Choices {
		if !c.None && c.Counts > 0 {
			x.later(s, need, answers, faces, do, &c)
		}
		if c.None || c.Roll == nil {
			continue
		}
		with := need.WithAnswer(answers, c.Name)
		shows := map[int]int{}
		for i, f := range faces {
			shows[i] = f
		}
		// the first check of the one who answers, behind those that fell
		usualFace = 2
		d, _, err := decideAll(do, shows, with)
		usualFace = 0
		if err != nil {
			continue
		}
		for i := range d.Outcomes {
			o := &d.Outcomes[i]
			if o.Kind == "check" && o.Who == need.Who && strings.HasSuffix(o.In, "actions/"+strings.Fields(c.Name)[0]) {
				tr := truth{chance: o.Chance, share: o.Chance, terms: o.Terms, scene: len(s.State().Situations)+len(s.State().Find(need.Who).Situations) > 0}
				if o.Likely > 0 {
					tr.share = 100 * o.Likely
				}
				x.known("answer card", c.Roll, k.rs.Replies(k.s, u, need, []rules.Answer{{Name: c.Name}})[0].Roll, &tr, fmt.Sprintf("%s answers %s", need.Who, c.Name))
				break
			}
		}
	}
}

// tactic compares the order of answers by the number that tactics go by with that by how likely they are made.
func (x *facesCheck) tactic(s *gm.Session, need *rules.Need, line string) {
	rs, st := s.Rules(), s.State()
	u, _ := s.Game().Underway(&command.Command{Line: line})
	list := rs.Replies(st, u, need, need.Choices)
	type rated struct {
		name         string
		number, made float64
	}
	var all []rated
	for i := range list {
		if list[i].Roll != nil {
			_, made := list[i].Roll.Odds()
			all = append(all, rated{list[i].Name, list[i].Roll.Chance, made})
		}
	}
	for i := range all {
		for j := range i {
			a, b := all[i], all[j]
			if a.number != b.number && math.Abs(a.made-b.made) > 0.005 {
				x.same("tactics: a higher number is a likelier answer", (a.number > b.number) == (a.made > b.made), "%s: %s %g is %.0f%%, %s %g is %.0f%%", need.Who, a.name, a.number, 100*a.made, b.name, b.number, 100*b.made)
			}
		}
		if all[i].made > 0.02 {
			x.same("tactics: `least` compares per cents", math.Abs(min(100, all[i].number)-100*all[i].made) < 2, "%s: %s is rated %g and is made %.0f%%", need.Who, all[i].name, all[i].number, 100*all[i].made)
		}
	}
}

var _ = rand.IntN

// randomDeclaration is a line, or a plain attack where the game lacks what lines at random want.
func randomDeclaration(r gmtest.Random, a *rules.Actor) (line string) {
	defer func() {
		if recover() != nil {
			line = a.Key + ": " + r.Game().Rules.Actions.All[0].Name
			for _, other := range r.Game().State.Actors {
				if other.Side != a.Side && r.Game().Rules.Actions.All[0].Whom {
					line += " " + other.Key
					break
				}
			}
		}
	}()
	return r.Declaration(a)
}

// given is the answers with those that are asked for besides.
func given(do decide, answers map[string]string) map[string]string { return answers }

// sampled rolls many times.
func sampled(do decide, who string, answers map[string]string, first func(*rules.Decision) (int, *rules.Outcome)) float64 {
	made, n := 0, 500
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		shows := map[int]int{}
		p := &randomDice{rng}
		d, err := do(rules.Known{Dice: p, Answers: answers, Choose: func(*rules.Actor, rules.Offer) int { return -1 }})
		_ = shows
		if err != nil {
			return math.NaN()
		}
		if _, o := first(&d); o != nil && o.Success {
			made++
		}
	}
	return 100 * float64(made) / float64(n)
}

type randomDice struct{ rng *rand.Rand }

func (d *randomDice) Roll(faces int, _ string) (int, bool, error) {
	return 1 + d.rng.IntN(faces), false, nil
}

// comparison reads what the log says of a roll: that it is true, and that its number is the one that is rolled against.
func (x *facesCheck) comparison(o *rules.Outcome, high bool) {
	text := logtext.RolledAgainst(o)
	for _, sign := range []string{"≤", "≥", "<", ">"} {
		left, right, ok := strings.Cut(text, sign)
		if !ok {
			continue
		}
		var a, b float64
		left = left[strings.LastIndexByte(left, ' ')+1:]
		fmt.Sscan(strings.ReplaceAll(left, "−", "-"), &a)
		fmt.Sscan(strings.ReplaceAll(right, "−", "-"), &b)
		holds := map[string]bool{"≤": a <= b, "≥": a >= b, "<": a < b, ">": a > b}[sign]
		x.same("log: the comparison holds", holds, "%s %s", o.Label, text)
		x.same("log: the comparison is against the number of the roll", math.Abs(b-o.Chance) < 1, "%s “%s”, rolled against %g, success %v, margin %g", o.Label, text, o.Chance, o.Success, o.Margin)
		x.same("log: low is good where low is good", (sign == "≤" || sign == ">") != high, "%s “%s”, where high rolls make it", o.Label, text)
		return
	}
	would := o.Face() <= o.Chance
	if high {
		would = o.Face() >= o.Chance
	}
	x.same("log: a roll without a comparison is decided by something else", would != o.Success, "%s “%s”, rolled against %g, success %v", o.Label, text, o.Chance, o.Success)
}

// later compares by how much an answer is said to delay with by how much it does, over all dice of the attack from the best to the worst.
func (x *facesCheck) later(s *gm.Session, need *rules.Need, answers map[string]string, faces []int, do decide, c *Answer) {
	rs, st := s.Rules(), s.State()
	at := func(s *rules.State) float64 {
		a := s.Find(need.Who)
		if a == nil {
			return math.NaN()
		}
		if a.Doing != nil {
			return a.Doing.At
		}
		if a.Turn < 0 {
			return math.NaN()
		}
		return a.Turn
	}
	shows := map[int]int{}
	for i, f := range faces {
		shows[i] = f
	}
	for _, face := range []int{2, 0} {
		usualFace = face
		d, _, err := decideAll(do, shows, need.WithAnswer(answers, c.Name))
		usualFace = 0
		if err != nil {
			continue
		}
		rolls := slices.ContainsFunc(d.Outcomes, func(o rules.Outcome) bool { return o.Kind == "initiative" && o.Who == need.Who })
		after, err := rs.Apply(st, d.Events)
		if err != nil || rolls || math.IsNaN(at(st)) || math.IsNaN(at(after)) || at(st) < st.Count {
			continue
		}
		x.same("answer card: counts", math.Abs(at(after)-at(st)-c.Counts) < 0.51, "%s answers %s: +%g, really %g → %g", need.Who, c.Name, c.Counts, at(st), at(after))
	}
}
