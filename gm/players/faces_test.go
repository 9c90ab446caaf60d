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
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/purchase"
)

// Faces agree: whatever shows a fact of the rules shows what the engine then rolls, orders or does. A face is a row of listFaces.

var (
	faceGames = flag.Int("faces", 0, "play so many games of each encounter, of 60 lines each, where faces are compared; 0 for one of 8")
	faceSeed  = flag.Int("faceseed", 0, "the seed of the first of these games; others follow")
)

// faceCampaigns are the games in which faces are compared: the campaigns that are built in, one with a wild die, one in which high
// rolls make it, dice are rolled again, and an attack may have two answers, one with a bonus to the die, one that adds two dice, and one in
// which results add a bonus to the roll and what caps a rank is worn or in the scene.
var faceCampaigns = []string{"saltmarket", "heresiarch", "two_tribes", "catacombs", "cold_lantern", "../testdata/bones/game", "../testdata/targets/game", "../testdata/bonus/game", "../testdata/under/game", "../testdata/adds/game"}

// Facts that faces show, by the moments at which they are compared.
const (
	ofSkill  = "check of a skill"
	ofAlone  = "check of a skill, of one who does not take part"
	ofRaise  = "gain of a rank"
	ofDeed   = "first roll of an action"
	ofDie    = "roll that a die is asked for"
	ofAnswer = "roll of an answer"
	ofOrder  = "worth of answers"
	ofRoll   = "roll in the log"
	ofPerson = "state of a person"
	ofAnyDie = "die that is asked for"
)

// face is a place that shows a fact.
type face struct {
	fact, face string
	least      tried
	files      string // the sources outside rules that show it, with a space between them
	shows      func(m *faceMoment) []shown
}

// tried counts comparisons: all, those that say that they leave something out, and those where the game master said something of the scene.
type tried struct{ all, lacks, scene int }

// shown is what a face shows at a moment: a likelihood, which is compared with what is rolled, or a claim of another kind.
type shown struct {
	likely *rules.Likelihood
	roll   *rules.CheckPreview // whose number and faces are compared too, or whose terms say what is left out; nil for the per cents alone
	lacks  bool                // a player's number: it may differ where what is left out is named
	wrong  string              // why a claim is not true; empty if it is, or for a likelihood
}

// faceMoment is what faces are compared at: a roll, an answer or a person at a point of a game.
type faceMoment struct {
	s       *gm.Session
	tell    *Telling
	log     *Log // of the seat of who; nil for an NPC
	rng     gmtest.Random
	state   *rules.State
	who     *rules.Actor
	skill   *rules.Skill
	line    string // the command
	doing   rules.OngoingAction
	preview rules.ActionPreview

	need    *rules.Need
	choice  *rules.Answer
	answers map[string]string
	faces   []int
	rates   []ratedAnswer
	do      decide

	outcome rolledIn
	truth   truth
	scene   bool // the game master said something of the scene, or of who
}

func (m *faceMoment) String() string {
	switch {
	case m.choice != nil:
		return m.line + ", " + m.who.Key + " answers " + m.choice.Name
	case m.need != nil:
		return fmt.Sprintf("%s, %s’s die for %s on %s", m.line, m.who.Key, m.need.Text, m.need.Skill)
	case m.outcome.Outcome != nil:
		return m.outcome.Label
	case m.line != "":
		return m.line
	case m.skill != nil:
		return m.who.Key + ": check " + m.skill.Name
	}
	return m.who.Key
}

// listFaces lists the faces, each with how often it must be compared in a short run.
func listFaces() []face {
	return []face{
		{ofSkill, "preview", tried{60, 0, 0}, "gm/command/ask_outlook.go gm/verbs/afterwards.go gm/dashboard/view_wording.go", previewedSkill},
		{ofSkill, "why", tried{60, 0, 0}, "gm/command/ask_explain.go gm/logtext/wording.go", explainedSkill},
		{ofSkill, "rank among the terms", tried{60, 0, 0}, "gm/dashboard/page_brief.go", rankOfTerms},
		{ofSkill, "cap of the rank", tried{15, 0, 15}, "", capOfRank},
		{ofSkill, "preview on the phone", tried{25, 0, 15}, "gm/players/weigh.go", weighedSkill},
		{ofSkill, "asked on the phone", tried{25, 0, 15}, "gm/players/known.go", askedSkill},
		{ofSkill, "sheet on the phone", tried{25, 0, 15}, "gm/sheet/sheet.go", sheetOnPhone},
		{ofSkill, "printed sheet in a scene", tried{60, 0, 15}, "", printedSheet},
		{ofSkill, "advance in a scene", tried{60, 0, 15}, "", chanceOfRaise},
		{ofAlone, "printed sheet", tried{12, 0, 0}, "gm/sheet/sheet.go gm/sheet/html.go gm/sheet/fight.go", printedSheet},
		{ofRaise, "advance", tried{12, 0, 0}, "rules/purchase/purchase.go", offeredRaise},
		{ofDeed, "preview", tried{150, 0, 0}, "", previewedDeed},
		{ofDeed, "degrees of the preview", tried{20, 0, 0}, "", previewedDegrees},
		{ofDeed, "odds", tried{150, 0, 0}, "gm/dashboard/page_odds.go", oddsOfDeed},
		{ofDeed, "preview on the dashboard", tried{140, 0, 0}, "gm/dashboard/view_wording.go gm/dashboard/page_brief.go", commandPreview},
		{ofDeed, "preview on the phone", tried{50, 15, 15}, "", weighedDeed},
		{ofDie, "die card", tried{40, 12, 20}, "gm/players/known.go", dieCard},
		{ofAnswer, "answer card", tried{30, 15, 12}, "gm/players/answer.go", answerCard},
		{ofAnswer, "answers on the dashboard", tried{12, 0, 0}, "gm/dashboard/ask_answerlist.go gm/dashboard/ask_answeroptions.go", answerOnDashboard},
		{ofAnswer, "counts of the answer card", tried{90, 0, 0}, "gm/players/answer.go", answerCounts},
		{ofOrder, "order of tactics", tried{6, 0, 0}, "", orderOfTactics},
		{ofOrder, "`least` of a tactic", tried{10, 0, 0}, "", leastOfTactics},
		{ofRoll, "comparison and sign", tried{3000, 0, 0}, "gm/logtext/entry.go gm/dashboard/page_entry.go", comparedInLog},
		{ofRoll, "likelihood", tried{3, 0, 0}, "gm/export/statistics.go cmd/hybrid/player_stats.go cmd/hybrid/player_rolled.go", likelyInLog},
		{ofPerson, "health words", tried{1500, 0, 0}, "gm/story/change.go gm/state_recap.go", wordOfHealth},
		{ofPerson, "health on the phone", tried{900, 0, 0}, "gm/players/seen.go", healthOnPhone},
		{ofPerson, "health of others on phones", tried{1000, 0, 0}, "", othersOnPhones},
		{ofPerson, "health on the table screen", tried{1000, 0, 0}, "", healthOnTable},
		{ofPerson, "health at the end of a retelling", tried{300, 0, 0}, "gm/story/recap.go", standingInLog},
		{ofAnyDie, "what a die is for", tried{100, 0, 0}, "", purposeOfDie},
	}
}

// facesElsewhere are sources outside rules that show facts where no moment of a game is at hand, with the test that compares them.
var facesElsewhere = map[string]string{
	"cmd/hybrid/design_tryladder.go":  "cmd/hybrid TestNumbersAgree",
	"cmd/hybrid/design_tryweapon.go":  "cmd/hybrid TestNumbersAgree",
	"cmd/hybrid/design_tryskill.go":   "cmd/hybrid TestTargetsAreTargets",
	"cmd/hybrid/player_actionodds.go": "cmd/hybrid TestNumbersAgree",
	"cmd/hybrid/player_odds.go":       "cmd/hybrid TestNumbersAgree",
	"cmd/hybrid/player_tasklist.go":   "cmd/hybrid TestNumbersAgree",
	"cmd/hybrid/player_weaponodds.go": "cmd/hybrid TestNumbersAgree",
	"cmd/hybrid/write_json.go":        "cmd/hybrid TestNumbersAgree",
	"cmd/hybrid/write_text.go":        "cmd/hybrid TestNumbersAgree",
	"gm/export/fightpage.go":          "gm/export TestFightPage",
}

// faceTally is what one face was compared with.
type faceTally struct {
	tried
	failed  int
	games   map[string]int
	example string // the shortest difference
}

// facesCheck compares faces in a game.
type facesCheck struct {
	t     *testing.T
	game  string
	list  []face
	tally []faceTally
}

func TestFacesAgree(t *testing.T) {
	x := &facesCheck{t: t, list: listFaces()}
	x.tally = make([]faceTally, len(x.list))
	games, lines := max(1, *faceGames), 8
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
				x.play(c, e.Name, uint64(*faceSeed+seed), lines)
			}
		}
	}
	for i, f := range x.list {
		n := &x.tally[i]
		switch least := f.least; {
		case n.failed > 0:
			t.Errorf("%s, %s: %d of %d differ %v, such as %s", f.fact, f.face, n.failed, n.all, n.games, n.example)
		case n.all < least.all || n.lacks < least.lacks || n.scene < least.scene:
			t.Errorf("%s, %s: compared %v times, want %v at least", f.fact, f.face, n.tried, least)
		}
		t.Logf("%-50s %-30s compared %v", f.fact, f.face, n.tried)
	}
}

// play plays an encounter at random and compares at many moments.
func (x *facesCheck) play(c *campaign.Campaign, encounter string, seed uint64, lines int) {
	s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{byte(seed), byte(seed >> 8)})})
	if err != nil {
		x.t.Fatal(err)
	}
	r := gmtest.NewRandom(seed+7, s.Game)
	do := func(line string) {
		defer func() { _ = recover() }() // the game lacks what lines at random want
		gmtest.DoAtRandom(x.t, r, s, line)
	}
	do("begin " + encounter)
	if !s.Rules().Order.InRounds() {
		do("initiative")
	}
	tell := NewTelling(s)
	for i := range lines {
		line := lineOf(r.Line, "next")
		if !s.State().Running {
			break
		}
		if w, _, _ := strings.Cut(line, " "); slices.Contains([]string{"undo", "redo", "note", "finish", "begin"}, w) {
			line = "next"
		}
		if do(line); !s.State().Running || len(s.State().Actors) == 0 {
			break
		}
		x.moments(s, tell, r, i%5 == 0)
	}
}

// lineOf returns a line at random, or another one where the game lacks what lines at random want.
func lineOf(random func() string, otherwise string) (line string) {
	defer func() {
		if recover() != nil {
			line = otherwise
		}
	}()
	return random()
}

// compare compares a moment with all faces that show the fact.
func (x *facesCheck) compare(fact string, m faceMoment) {
	for i := range x.list {
		if f := &x.list[i]; f.fact == fact {
			for _, one := range f.shows(&m) {
				x.tally[i].add(x.game, &m, &one)
			}
		}
	}
}

// add notes one comparison.
func (n *faceTally) add(game string, m *faceMoment, one *shown) {
	n.all++
	if one.lacks && one.likely != nil && len(one.likely.Before) > 0 {
		n.lacks++
	}
	if m.scene {
		n.scene++
	}
	wrong := one.wrong
	if one.likely != nil {
		wrong = one.differs(&m.truth)
	}
	if wrong == "" {
		return
	}
	n.failed++
	if n.games == nil {
		n.games = map[string]int{}
	}
	n.games[game]++
	if text := fmt.Sprintf("%s: %v: %s", game, m, wrong); n.example == "" || len(text) < len(n.example) {
		n.example = text
	}
}

// differs says how a likelihood differs from what is rolled; empty if it does not, or names what it leaves out.
func (one *shown) differs(tr *truth) string {
	l := one.likely
	agrees := l.Varies() || nearPercent(l, tr)
	if one.roll != nil && !l.Varies() && !one.lacks {
		agrees = agrees && near(one.roll.Chance, tr.chance, false)
	}
	if l.FacesOnDie() != "" && tr.exact && agrees && !l.Varies() {
		for f := 1; f <= tr.die; f++ {
			agrees = agrees && (tr.again[f] || tr.made[f] == (l.Faces.From > 0 && f >= l.Faces.From && f <= l.Faces.To))
		}
	}
	if agrees && one.roll != nil && tr.exact && !one.lacks && !l.Varies() {
		for _, b := range one.roll.Bands() {
			for f := b.From; f <= b.To; f++ {
				agrees = agrees && (tr.again[f] || tr.made[f] == b.Made)
			}
		}
	}
	if agrees {
		return ""
	}
	missing := "nothing said to be left out"
	if one.lacks && len(l.Before) > 0 {
		if missing = one.unnamed(tr); missing == "" {
			return ""
		}
	}
	terms := ""
	if one.roll != nil {
		terms = termText(one.roll.Terms)
	}
	return fmt.Sprintf("shows %g %s %s [%s], rolled %g, of all throws %g%% [%s]: %s", l.InPercent(), l.FacesOnDie(), l.BeforeText(""), terms, tr.chance, tr.share, termText(tr.terms), missing)
}

// unnamed lists the terms of a roll that a player's number lacks without saying so.
func (one *shown) unnamed(tr *truth) string {
	var missing []string
	before, factor := one.likely.Before, false
	for _, t := range tr.terms {
		at := slices.IndexFunc(one.roll.Terms, func(o rules.Term) bool { return o.Source == t.Source })
		known := at >= 0 && math.Abs(one.roll.Terms[at].Value-t.Value) < 0.011
		named := at >= 0 && one.roll.Terms[at].Unknown && slices.Contains(before, one.roll.Terms[at].Lacks)
		if factor = factor || named; !known && !named && !t.IsLimit() && !slices.Contains(before, manualModifier) && !(factor && strings.HasSuffix(t.Label, "actor")) && !slices.Contains(before, "unknown modifiers") {
			missing = append(missing, termText([]rules.Term{t}))
		}
	}
	return strings.Join(missing, ", ")
}

// nearPercent reports whether a likelihood in per cent is that of all throws.
func nearPercent(l *rules.Likelihood, tr *truth) bool {
	return near(min(100, l.InPercent()), tr.share, tr.several) || l.InPercent() < 1 && tr.share <= 1
}

// near reports whether two numbers are the same; of several dice one of them is from a sample.
func near(a, b float64, several bool) bool {
	if several {
		return math.IsNaN(b) || math.Abs(a-b) < 9
	}
	return math.IsNaN(b) || math.Abs(a-b) < 1.0001
}

// termText is terms in a few words.
func termText(list []rules.Term) string {
	var parts []string
	for _, t := range list {
		text := fmt.Sprintf("%s %g", t.Label, math.Round(t.Value*100)/100)
		if len(t.Parts) > 0 {
			text += " (" + termText(t.Parts) + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// claim returns what a face claims: true, or wrong for the reason that is given.
func claim(ok bool, reason string, args ...any) []shown {
	if ok {
		return []shown{{}}
	}
	return []shown{{wrong: fmt.Sprintf(reason, args...)}}
}

// likely returns what a face shows of a roll; nothing for none.
func likely(p *rules.CheckPreview) []shown {
	if p == nil || len(p.Ways) > 0 {
		return nil
	}
	l := p.Likelihood()
	return []shown{{likely: &l, roll: p}}
}

// told returns what a phone shows of a roll, of which its rules know p.
func told(r *Roll, p *rules.CheckPreview) []shown {
	if r == nil {
		return nil
	}
	return []shown{{likely: &r.Likelihood, roll: p, lacks: true}}
}

// moments compares at what can be done now.
func (x *facesCheck) moments(s *gm.Session, tell *Telling, r gmtest.Random, sheets bool) {
	st, rng := s.State(), r.Rng
	at := func(a *rules.Actor) faceMoment {
		m := faceMoment{s: s, tell: tell, rng: r, state: st, who: a, scene: len(st.Situations)+len(a.Situations) > 0}
		if a.Sheet.Person.Player != "" {
			m.log, _ = tell.Log(a.Key)
		}
		return m
	}
	m := at(st.Actors[rng.IntN(len(st.Actors))])
	if skills := m.who.Sheet.Skills; len(skills) > 0 {
		x.skill(m, skills[rng.IntN(len(skills))])
		if sheets {
			alone := m
			alone.state, alone.log, alone.scene = &rules.State{Actors: []*rules.Actor{m.who}}, nil, false
			for _, fact := range []string{ofAlone, ofRaise} {
				alone.skill = skills[rng.IntN(len(skills))]
				if alone.doing = (rules.OngoingAction{Skill: alone.skill.Name}); x.roll(&alone, alone.doing) {
					x.compare(fact, alone)
				}
			}
		}
	}
	for _, a := range st.Actors {
		x.compare(ofPerson, at(a))
	}
	for range 3 {
		m := at(st.Actors[rng.IntN(len(st.Actors))])
		x.deed(m, tell, lineOf(func() string { return r.Declaration(m.who) }, plainAttack(s.Game(), m.who)))
	}
	if sheets { // a deed to oneself: who answers is who acts
		if own := slices.IndexFunc(s.Rules().Actions.All, func(a *rules.Action) bool { return a.Whom }); own >= 0 {
			x.deed(m, tell, m.who.Key+": "+s.Rules().Actions.All[own].Name+" "+m.who.Key)
		}
	}
	x.questions(at(m.who), tell, "next", func(k rules.DecisionInput) (rules.Decision, error) { return s.Rules().Next(st, k) })
}

// roll rolls what the actor of a moment does, for its truth, and compares what a log says of the rolls. ok reports whether a check is
// rolled.
func (x *facesCheck) roll(m *faceMoment, d rules.OngoingAction) (ok bool) {
	var rolled []rolledIn
	m.truth, rolled, ok = truthOf(func(k rules.DecisionInput) (rules.Decision, error) {
		return m.s.Rules().Perform(m.state, m.who.Key, d, k)
	}, m.who.Key)
	for _, o := range rolled {
		x.compare(ofRoll, faceMoment{outcome: o, truth: m.truth})
	}
	return ok
}

// skill compares a plain check.
func (x *facesCheck) skill(m faceMoment, skill *rules.Skill) {
	m.skill, m.doing = skill, rules.OngoingAction{Skill: skill.Name}
	var err error
	if m.preview, err = m.s.Rules().PlainPreview(m.state, m.who.Key, m.doing); err == nil && m.preview.Roll != nil && x.roll(&m, m.doing) {
		x.compare(ofSkill, m)
	}
}

func previewedSkill(m *faceMoment) []shown { return likely(m.preview.Roll) }

// explainedSkill holds what `why` says to what is rolled.
func explainedSkill(m *faceMoment) []shown {
	_, text, err := m.s.Game().Explain(m.who.Key+" "+m.skill.Name, nil)
	if err != nil || m.preview.Roll.Varies() {
		return nil
	}
	l := m.preview.Roll.Likelihood()
	text, _, _ = strings.Cut(text, "\n")
	return claim(nearPercent(&l, &m.truth) && strings.Contains(text, " is "+l.FormatComparison()) && (l.Percent || strings.HasSuffix(text, l.PercentText())), "“%s”, rolled %g, of all throws %g%%", text, m.truth.chance, m.truth.share)
}

// rankOfTerms holds the rank that counts to that of the sheet, or to parts that make it up.
func rankOfTerms(m *faceMoment) []shown {
	plain := float64(m.who.Sheet.Rank(m.skill))
	terms := slices.Clone(m.preview.Roll.Terms)
	for i := 0; i < len(terms); i++ {
		t := terms[i]
		terms = append(terms, t.Parts...)
		for _, in := range t.Inputs {
			if in.Name == "skill.rank" {
				return claim(in.Value == plain || len(t.Parts) > 0, "“%s” reads rank %g, the sheet says %g", t.Label, in.Value, plain)
			}
		}
	}
	return claim(plain <= 0 || m.s.Rules().Skill.Rank == nil, "rank %g has no line: %s", plain, termText(m.preview.Roll.Terms))
}

// capOfRank holds that whatever shows a roll, or its rank, names what caps the rank that counts.
func capOfRank(m *faceMoment) (list []shown) {
	c := m.preview.Roll.RankCap()
	tells := func(face string, ok bool) {
		list = append(list, claim(ok, "%s does not say that %s caps the rank to %g", face, c.Reason, c.Rank)...)
	}
	if c.Reason == "" || len(m.preview.Roll.Ways) > 0 {
		return nil
	}
	says := func(terms []rules.Term) bool {
		return strings.Contains(termText(terms), ": "+c.Reason)
	}
	if terms, _, err := m.s.Game().Explain(m.who.Key+" "+m.skill.Name, nil); err == nil {
		tells("why", says(terms))
	}
	tells("the roll", says(m.truth.terms))
	v, err := sheet.New(m.s.Rules(), m.state, m.who, false)
	if p, _ := m.s.Rules().PlainPreview(m.state.WithoutScene(), m.who.Key, m.doing); err == nil && p.Roll != nil {
		alone := p.Roll.RankCap()
		at := slices.IndexFunc(v.Section("caps").Rows, func(r sheet.Row) bool { return slices.Contains(r.Cells[1].Value.([]string), m.skill.Label) })
		tells("the sheet", (at >= 0) == (alone.Reason != "") && (at < 0 || v.Section("caps").Rows[at].Label == alone.Reason && v.Section("caps").Rows[at].Cells[0].Value == alone.Rank))
	}
	if offers, err := purchase.ListOffers(m.s.Rules(), m.state, m.who.Key, []rules.Learnable{{Skill: m.skill}}); err == nil && len(offers) > 0 {
		raised := m.state.WithoutScene().WithRaise(m.s.Rules(), m.who.Key, offers[0].Learnable, offers[0].Rank)
		tr, _, _ := truthOf(func(k rules.DecisionInput) (rules.Decision, error) {
			return m.s.Rules().Perform(raised, m.who.Key, m.doing, k)
		}, m.who.Key)
		c = (&rules.CheckPreview{Terms: tr.terms}).RankCap()
		tells("advance", offers[0].Cap == c)
	}
	if m.log == nil {
		return list
	}
	k := m.log.newKnownState(m.state, "")
	p, _ := k.rs.PlainPreview(k.state, m.who.Key, m.doing)
	if p.Roll == nil || len(p.Roll.Ways) > 0 {
		return list
	}
	if c = p.Roll.RankCap(); c.Reason == "" {
		return list
	}
	if w := m.log.Weigh(m.state, Want{Check: m.skill.Name}); w.Roll != nil {
		tells("the phone", strings.Contains(fmt.Sprint(w.Roll.Terms), ": "+c.Reason))
	}
	for _, row := range m.log.SeatView(m.state).Own.Sheet.Section("skills").Rows {
		if row.Key == m.skill.Name {
			tells("the sheet on the phone", row.Cap == fmt.Sprintf("counts as %s: %s", command.Number(c.Rank), c.Reason))
		}
	}
	return list
}

func weighedSkill(m *faceMoment) []shown {
	if m.log == nil {
		return nil
	}
	w, k := m.log.Weigh(m.state, Want{Check: m.skill.Name}), m.log.newKnownState(m.state, "")
	if w.Roll == nil {
		return nil
	}
	p, _ := k.rs.PlainPreview(k.state, m.who.Key, m.doing)
	return told(w.Roll, p.Roll)
}

// askedSkill holds the card of a check that the game master asks a player for to what is rolled.
func askedSkill(m *faceMoment) []shown {
	if m.log == nil || m.s.State() != m.state {
		return nil
	}
	before := m.s.Seating()
	_ = m.s.KeepSeating(gm.Seating{Seats: []gm.Seat{{Key: m.who.Key, Evening: m.s.EveningNumber()}}})
	defer func() { _ = m.s.KeepSeating(before) }()
	if e, err := m.s.Do(command.Command{Line: "ask " + m.who.Key + " " + m.skill.Name}); err != nil || len(e.Lines) == 0 {
		return nil
	}
	list := m.s.Questions(m.who.Key)
	open := list[len(list)-1]
	q := m.log.Question(m.state, open)
	_, _ = m.s.Do(command.Command{Line: "ask drop"})
	if q == nil || q.Target == nil {
		return []shown{{wrong: "nothing is shown, really " + rules.SuccessFacesText(open.Need.Bands)}}
	}
	q.Target.Before = slices.DeleteFunc(slices.Clone(q.Target.Before), func(what string) bool { return what == manualModifier })
	u, k := m.log.knownInterruptedDeed(m.state, open)
	return told(q.Target, k.rs.PreviewAwaited(k.state, u, &open.Need))
}

// sheetOnPhone says what is left out below its chances.
func sheetOnPhone(m *faceMoment) []shown {
	if m.log == nil {
		return nil
	}
	if seen := m.log.SeatView(m.state); seen != nil {
		for _, row := range seen.Own.Sheet.Section("skills").Rows {
			if row.Key == m.skill.Name && row.Cells[1].Likely != nil {
				k := m.log.newKnownState(m.state, "")
				p, _ := k.rs.PlainPreview(k.state, m.who.Key, m.doing)
				return []shown{{likely: row.Cells[1].Likely, roll: p.Roll, lacks: true}}
			}
		}
	}
	return nil
}

// printedSheet holds a printed sheet to what is rolled, and its words to the game: a target is no per cent, and all of a scene or nothing
// is said to be left out, whatever holds in it.
func printedSheet(m *faceMoment) []shown {
	v, err := sheet.New(m.s.Rules(), m.state, m.who, false)
	if err != nil {
		return nil
	}
	t := v.Section("skills").Without("rank", "basis", "basis_value", "cost", "df")
	for _, row := range t.Rows {
		if row.Key == m.skill.Name && row.Cells[0].Likely != nil {
			return m.onPaper(*row.Cells[0].Likely, row.Cells[0].Text, t.Before())
		}
	}
	return nil
}

// chanceOfRaise holds how likely a check is said to be without the rank that could be bought to what is rolled.
func chanceOfRaise(m *faceMoment) []shown {
	list, err := purchase.ListOffers(m.s.Rules(), m.state, m.who.Key, []rules.Learnable{{Skill: m.skill}})
	if err != nil || len(list) == 0 {
		return nil
	}
	return m.onPaper(list[0].Before, list[0].Before.FormatForSheet(), list[0].Likely.BeforeText(""))
}

// onPaper compares a likelihood that leaves out what holds in the scene, with its text and what is said to be left out.
func (m *faceMoment) onPaper(l rules.Likelihood, text, before string) []shown {
	rs, apart := m.s.Rules(), m.state.WithoutScene()
	leaves := slices.ContainsFunc(rs.Situations.All, (*rules.Situation).CanLast)
	p, _ := rs.PlainPreview(apart, m.who.Key, m.doing)
	tr, _, ok := truthOf(func(k rules.DecisionInput) (rules.Decision, error) { return rs.Perform(apart, m.who.Key, m.doing, k) }, m.who.Key)
	if !ok {
		return nil
	}
	one := shown{likely: &l, roll: p.Roll}
	all := []shown{{wrong: one.differs(&tr)}}
	all = append(all, claim((before == "before circumstances") == leaves, "“%s” where a scene has situations: %v", before, leaves)...)
	return append(all, claim(l.Percent || !strings.HasPrefix(text, l.PercentText()), "“%s” is no target", text)...)
}

// offeredRaise holds what a rank is said to gain to the likelihoods with and without it.
func offeredRaise(m *faceMoment) []shown {
	rs := m.s.Rules()
	list, err := purchase.ListOffers(rs, m.state, m.who.Key, []rules.Learnable{{Skill: m.skill}})
	if err != nil || len(list) == 0 {
		return nil
	}
	said, raised := list[0].Gain, m.state.WithRaise(rs, m.who.Key, list[0].Learnable, list[0].Rank)
	tr, _, ok := truthOf(func(k rules.DecisionInput) (rules.Decision, error) {
		return rs.Perform(raised, m.who.Key, rules.OngoingAction{Skill: m.skill.Name}, k)
	}, m.who.Key)
	if !ok || tr.several {
		return nil
	}
	gain := tr.share - m.truth.share
	bounded := m.truth.share >= 99 || m.truth.share <= 1 || tr.share >= 99 || tr.share <= 1 // the number goes on, and more of it gives better degrees
	return claim(near(said, gain, false) || bounded && said >= gain-1, "→ %g: gain %g, of all throws %g → %g", list[0].Rank, said, m.truth.share, tr.share)
}

// deed compares an action.
func (x *facesCheck) deed(m faceMoment, tell *Telling, line string) {
	rs, g := m.s.Rules(), m.s.Game()
	l, err := g.Parse(line)
	if err != nil || l.Action == nil && l.Verb != "check" && l.Verb != "task" {
		return
	}
	who, d, err := g.Declaration(&l)
	if err != nil || rs.CheckPossible(m.state, who.Key, d) != nil {
		return
	}
	pre, err := rs.Preview(m.state, who.Key, d, nil)
	if err != nil || pre.CheckOptions(rs, &d) != nil || pre.CheckPoints(who, &d) != nil {
		return
	}
	if who != m.who {
		m.log = nil
	}
	m.who, m.line, m.doing, m.preview, m.scene = who, line, d, pre, len(m.state.Situations)+len(who.Situations) > 0
	switch {
	case d.Whom != who.Key && m.rng.Rng.IntN(3) > 0:
	case !rs.Order.InRounds():
		x.questions(m, tell, line, func(k rules.DecisionInput) (rules.Decision, error) { return rs.Perform(m.state, who.Key, d, k) })
	case rs.CanActNow(m.state, who):
		x.questions(m, tell, line, func(k rules.DecisionInput) (rules.Decision, error) { return rs.Declare(m.state, who.Key, d, k) })
	}
	if x.roll(&m, d) {
		x.compare(ofDeed, m)
	}
}

// plainAttack is a line with the first action of a game.
func plainAttack(g *command.Game, a *rules.Actor) string {
	first := g.Rules.Actions.All[0]
	for _, other := range g.State.Actors {
		if other.Side != a.Side && first.Whom {
			return a.Key + ": " + first.Name + " " + other.Key
		}
	}
	return a.Key + ": " + first.Name
}

func previewedDeed(m *faceMoment) []shown { return likely(m.preview.Roll) }

// previewedDegrees holds that every degree that may come is among the faces of a preview.
func previewedDegrees(m *faceMoment) (list []shown) {
	p := m.preview.Roll
	if p == nil || p.Varies() || len(p.Ways) > 0 || !m.truth.exact || len(p.Bands()) == 0 {
		return nil
	}
	odds, _ := p.Odds()
	for _, o := range odds {
		if o.Probability > 0 {
			among := slices.ContainsFunc(p.Bands(), func(b rules.Band) bool { return b.Open || b.Degree != nil && b.Degree.Label == o.Name })
			list = append(list, claim(among, "%s %.4f is in no face", o.Name, o.Probability)...)
		}
	}
	return list
}

// oddsOfDeed compares the number of the first roll alone: its share is of the answers too.
func oddsOfDeed(m *faceMoment) []shown {
	odds, err := m.s.Rules().ActionOdds(m.state, m.who.Key, m.doing, nil)
	if err != nil || odds.Roll == nil || odds.Roll.Varies() || m.preview.Roll == nil {
		return nil
	}
	return claim(near(odds.Chance, m.truth.chance, false), "odds of %g, rolled %g", odds.Chance, m.truth.chance)
}

func commandPreview(m *faceMoment) []shown {
	p, err := m.s.Game().Preview(m.line)
	if whom := m.state.Find(m.doing.Whom); err != nil || whom != nil && rules.HasConditionEndingAtTurn(whom) {
		return nil
	}
	return likely(p.Check)
}

func weighedDeed(m *faceMoment) []shown {
	d := m.doing
	if m.log == nil || len(d.Given) > 0 || d.Against != nil || d.Skill != "" || d.Task != "" || len(d.Among) > 0 {
		return nil
	}
	k := m.log.newKnownState(m.state, "")
	if k == nil {
		return nil
	}
	want := Want{Deed: d.Action, With: d.Tool, Number: d.Asked, Points: d.Points}
	for _, o := range d.Options {
		want.Ticks = append(want.Ticks, Tick{Name: o.Situation, Row: strings.TrimSpace(o.Side + " " + o.Row), Number: o.Number})
	}
	for id, key := range k.keys {
		if d.Whom != "" && key == d.Whom {
			want.Whom = id
		}
	}
	w := m.log.Weigh(m.state, want)
	if w.Refused != "" || w.Roll == nil {
		return nil
	}
	if slices.ContainsFunc(m.who.Conditions, func(h rules.HeldCondition) bool { return h.Since == k.state.Count && k.state.Count < m.state.Count }) {
		return nil // it may be over at a count of which the player was not told yet
	}
	known, _ := k.declaredDoing(&want)
	p, _ := k.rs.PlainPreview(k.state, m.who.Key, known)
	return told(w.Roll, p.Roll)
}

// questions follows a command through its questions, and compares what is shown with each.
func (x *facesCheck) questions(m faceMoment, tell *Telling, line string, do decide) {
	m.line, m.do, m.answers, m.faces = line, do, map[string]string{}, nil
	step, nth, several := "", 0, false // of the check whose dice are asked for
	for range 12 {
		_, err := do(rules.DecisionInput{Dice: &rules.TypedDice{Faces: m.faces}, Answers: m.answers})
		if m.need = nil; !errors.As(err, &m.need) {
			return
		}
		m.who, m.log, m.scene = m.state.Find(m.need.Who), nil, false
		if m.who != nil {
			m.scene = len(m.state.Situations)+len(m.who.Situations) > 0
			if m.who.Sheet.Person.Player != "" && !m.need.Secret {
				m.log, _ = tell.Log(m.who.Key)
			}
		}
		switch {
		case m.need.Die > 0:
			x.compare(ofAnyDie, m)
			if at := m.need.Path + m.need.Step; decidesCheck(m.need) && m.who != nil {
				if nth++; at != step {
					step, nth, several = at, 0, false
				}
				if !several { // of the later ones of several dice nothing is said
					several = x.die(m, nth)
				}
			}
			m.faces = append(m.faces, 1+m.rng.Rng.IntN(m.need.Die))
		case len(m.need.Choices)+len(m.need.PossibleWithOption) == 0:
			m.answers[m.need.Key] = m.need.DefaultAnswer()
		case m.who == nil:
			return
		default:
			m.rates = m.rated()
			x.compare(ofOrder, m)
			for i := range m.need.Choices {
				x.answer(m, &m.need.Choices[i])
			}
			all := append([]rules.Answer{{Name: rules.NoAnswer}}, m.need.Choices...)
			m.answers = m.need.WithAnswer(m.answers, all[m.rng.Rng.IntN(len(all))].Name)
		}
	}
}

// decidesCheck reports whether the die that is asked for decides a check.
func decidesCheck(need *rules.Need) bool {
	return need.Added || len(need.Bands) > 0 && need.Bands[0].Row == nil && slices.ContainsFunc(need.Bands, func(b rules.Band) bool { return b.Degree != nil || b.Open })
}

// die compares what is shown with a die that decides a check, which is the nth of it, from 0. several reports whether others
// may belong to it.
func (x *facesCheck) die(m faceMoment, nth int) (several bool) {
	again := slices.ContainsFunc(m.need.Bands, func(b rules.Band) bool { return b.Again })
	o, several := m.rolled(1)
	if o == nil {
		return true // it can't be told which dice are of the check
	}
	m.truth = truth{die: m.need.Die, made: map[int]bool{}, again: map[int]bool{}, exact: !several || nth > 0, chance: o.Chance, terms: o.Terms}
	for _, b := range m.need.Bands {
		for f := b.From; f <= b.To; f++ {
			if m.truth.made[f] = b.Made; b.Made {
				m.truth.share += 100 / float64(m.need.Die)
			}
		}
	}
	if several && nth == 0 || again {
		m.truth.share, m.truth.several, m.truth.exact = 0, true, false
		for seed := range uint64(400) {
			if o, _ := m.rolled(seed); o.Success {
				m.truth.share += 100. / 400
			}
		}
	}
	x.compare(ofDie, m)
	return several && nth == 0
}

// rolled returns the check that the die which is asked for decides, with further dice at random; nil if it decides none. several reports
// whether another die belongs to it.
func (m *faceMoment) rolled(seed uint64) (o *rules.Outcome, several bool) {
	dice := &randomDice{m.faces, rand.New(rand.NewPCG(seed, 3))}
	d, err := m.do(rules.DecisionInput{Dice: dice, Answers: m.answers, Choose: func(*rules.Actor, rules.Offer) int { return -1 }})
	if err != nil {
		return nil, false
	}
	before := 0
	for i := range d.Outcomes {
		o := &d.Outcomes[i]
		if before += len(o.Dice); before > len(m.faces) {
			if o.Kind != "check" || o.Who != m.need.Who || !strings.Contains(m.need.Text, o.Label) {
				return nil, false
			}
			_, err := m.do(rules.DecisionInput{Dice: &rules.TypedDice{Faces: append(slices.Clone(m.faces), 1+int(seed)%m.need.Die)}, Answers: m.answers})
			var next *rules.Need
			return o, errors.As(err, &next) && next.Die > 0 && next.Step == m.need.Step && next.Path == m.need.Path
		}
	}
	return nil, false
}

// shareOf returns how likely a check was made, in per cent.
func shareOf(o *rules.Outcome) float64 {
	if o.Likely > 0 {
		return 100 * o.Likely
	}
	return min(100, o.Chance)
}

func dieCard(m *faceMoment) (list []shown) {
	if m.log == nil {
		return nil
	}
	for _, form := range []string{m.line, m.line + ", answer none"} {
		open := &gm.Question{Need: *m.need, Command: command.Command{Line: form, Answers: m.answers}}
		q := m.log.Question(m.state, open)
		switch {
		case q == nil:
		case q.Target == nil:
			list = append(list, shown{wrong: "nothing is shown, really " + rules.SuccessFacesText(m.need.Bands)})
		default:
			u, k := m.log.knownInterruptedDeed(m.state, open)
			if len(u.Doing.Given) == 0 && u.Doing.Against == nil { // that it is named excuses nothing
				q.Target.Before = slices.DeleteFunc(slices.Clone(q.Target.Before), func(what string) bool { return what == manualModifier })
			}
			list = append(list, told(q.Target, k.rs.PreviewAwaited(k.state, u, m.need))...)
		}
	}
	return list
}

// answer compares what is shown of an answer with the first check of the actor who gives it.
func (x *facesCheck) answer(m faceMoment, choice *rules.Answer) {
	m.choice = choice
	shows := map[int]int{}
	for i, f := range m.faces {
		shows[i] = f
	}
	d, _, err := decideAll(m.do, shows, m.need.WithAnswer(m.answers, choice.Name), 2)
	if err != nil {
		return
	}
	for i := range d.Outcomes {
		o := &d.Outcomes[i]
		if o.Kind == "check" && o.Who == m.need.Who && strings.HasSuffix(o.Path, "actions/"+strings.Fields(choice.Name)[0]) {
			m.truth = truth{chance: o.Chance, share: shareOf(o), terms: o.Terms}
			break
		}
	}
	x.compare(ofAnswer, m)
}

// card returns an answer as the phone shows it, and as its rules know it.
func (m *faceMoment) card() (*Answer, *rules.CheckPreview) {
	if m.log == nil {
		return nil, nil
	}
	open := &gm.Question{Need: *m.need, Command: command.Command{Line: m.line, Answers: m.answers}}
	q := m.log.Question(m.state, open)
	if q == nil {
		return nil, nil
	}
	at := slices.IndexFunc(q.Choices, func(a Answer) bool { return a.Name == m.choice.Name })
	if at < 0 {
		return nil, nil
	}
	u, k := m.log.knownInterruptedDeed(m.state, open)
	return &q.Choices[at], k.rs.ForecastReplies(k.state, u, m.need, []rules.Answer{*m.choice})[0].Roll
}

func answerCard(m *faceMoment) []shown {
	if c, p := m.card(); c != nil && m.truth.terms != nil {
		return told(c.Roll, p)
	}
	return nil
}

// answerOnDashboard compares the roll of an answer as the game master sees it, where no throw before it changes it.
func answerOnDashboard(m *faceMoment) []shown {
	u, _ := m.s.Game().ActionUnderway(&command.Command{Line: m.line})
	if r := m.s.Rules().ForecastReplies(m.state, u, m.need, []rules.Answer{*m.choice})[0].Roll; r != nil && m.truth.terms != nil && !against(m.truth.terms) {
		return likely(r)
	}
	return nil
}

// against reports whether the margin of another roll is among terms.
func against(terms []rules.Term) bool {
	return slices.ContainsFunc(terms, func(t rules.Term) bool {
		return slices.ContainsFunc(t.Inputs, func(in rules.Input) bool { return strings.Contains(in.Name, "margin") })
	})
}

// answerCounts compares by how much an answer is said to delay with by how much it does, over the dice of the attack from the best to the
// worst.
func answerCounts(m *faceMoment) (list []shown) {
	c, _ := m.card()
	if c == nil || c.None || c.Counts <= 0 {
		return nil
	}
	at := func(s *rules.State) float64 {
		switch a := s.Find(m.need.Who); {
		case a == nil, a.Doing == nil && a.Turn < 0:
			return math.NaN()
		case a.Doing != nil:
			return a.Doing.At
		default:
			return a.Turn
		}
	}
	shows := map[int]int{}
	for i, f := range m.faces {
		shows[i] = f
	}
	for _, face := range []int{2, 0} {
		d, _, err := decideAll(m.do, shows, m.need.WithAnswer(m.answers, c.Name), face)
		if err != nil {
			continue
		}
		rolls := slices.ContainsFunc(d.Outcomes, func(o rules.Outcome) bool { return o.Kind == "initiative" && o.Who == m.need.Who })
		after, err := m.s.Rules().Apply(m.state, d.Events)
		if err != nil || rolls || math.IsNaN(at(m.state)) || math.IsNaN(at(after)) || at(m.state) < m.state.Count {
			continue
		}
		list = append(list, claim(math.Abs(at(after)-at(m.state)-c.Counts) < 0.51, "+%g, really %g → %g", c.Counts, at(m.state), at(after))...)
	}
	return list
}

// ratedAnswer is an answer with what tactics go by, and what it averts in many throws, both in per cent.
type ratedAnswer struct {
	name          string
	averts, truth float64
	margin        bool // the attack's margin comes off its roll
}

// rated returns the answers to a question as tactics rate them, and how much they avert.
func (m *faceMoment) rated() (list []ratedAnswer) {
	if m.need.AsksActor || m.need.Repeats || m.need.Whom == "" || m.need.Whom != m.need.Who && m.rng.Rng.IntN(3) > 0 { // sampling takes long
		return nil
	}
	var averts []rules.RatedAnswer
	choose := func(who *rules.Actor, o rules.Offer) int {
		if who.Key == m.need.Who && averts == nil {
			averts = slices.Clone(o.Answers())
		}
		return -1
	}
	_, _ = m.do(rules.DecisionInput{Dice: &rules.TypedDice{Faces: m.faces}, Answers: m.answers, Choose: choose})
	all, _ := m.landed(rules.NoAnswer)
	if len(averts) != len(m.need.Choices) || all < 0.35 {
		return nil
	}
	for i, c := range m.need.Choices {
		share, margin := m.landed(c.Name)
		list = append(list, ratedAnswer{c.Name, averts[i].Averts, 100 * (1 - min(1, share/all)), margin})
	}
	return list
}

// landed returns the share of throws in which the attack that is answered is made, and the answer's own roll is not; margin reports whether
// the attack's margin comes off that roll.
func (m *faceMoment) landed(answer string) (share float64, margin bool) {
	n, all := 0, 300
	for seed := range uint64(all) {
		d, err := m.do(rules.DecisionInput{Dice: &randomDice{m.faces, rand.New(rand.NewPCG(seed, 2))}, Answers: m.need.WithAnswer(m.answers, answer), Choose: func(*rules.Actor, rules.Offer) int { return -1 }})
		if err != nil {
			return 0, false
		}
		made, averted := false, false
		for i := range d.Outcomes {
			switch o := &d.Outcomes[i]; {
			case o.Kind != "check":
			case o.Who == m.need.Who && strings.HasSuffix(o.Path, "actions/"+strings.Fields(answer)[0]): // first: one may answer oneself
				averted, margin = o.Success, margin || against(o.Terms)
			case o.Who == m.need.Whom && strings.HasPrefix(o.Path, m.need.Path): // no later roll, such as an answer of its own
				made = made || o.Success
			}
		}
		if made && !averted {
			n++
		}
	}
	return float64(n) / float64(all), margin
}

// orderOfTactics holds that of two answers the one that averts clearly more is rated higher.
func orderOfTactics(m *faceMoment) (list []shown) {
	for i, a := range m.rates {
		for _, b := range m.rates[:i] {
			if math.Abs(a.truth-b.truth) > 20 {
				list = append(list, claim((a.averts > b.averts) == (a.truth > b.truth), "%s is rated %.1f and averts %.1f%%, %s %.1f and %.1f%%", a.name, a.averts, a.truth, b.name, b.averts, b.truth)...)
			}
		}
	}
	return list
}

// leastOfTactics holds what `least` is compared with to the per cents of attacks that an answer averts. Where the attack's margin comes off,
// its mean is taken, which may rate a roll lower that is made against small margins.
func leastOfTactics(m *faceMoment) (list []shown) {
	for _, a := range m.rates {
		list = append(list, claim(a.averts < a.truth+20 && (a.margin || a.averts > a.truth-20), "%s is rated %.1f and averts %.1f%%", a.name, a.averts, a.truth)...)
	}
	return list
}

// comparedInLog reads what the log says of a roll: that it is true, that its number is the one that is rolled against, and that its die is
// named where another one is kept beside it.
func comparedInLog(m *faceMoment) []shown {
	o := m.outcome
	text := logtext.FormatRoll(o.Outcome)
	if o.beside && (o.Die == "" || !strings.HasPrefix(text, o.Die+" ") || o.Face() != float64(max(o.Dice[0].Result, o.Dice[1].Result))) {
		return claim(false, "“%s”, dice %v", text, o.Dice)
	}
	number, tr := o.Chance, &m.truth
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
		for f := 1; f <= tr.die && tr.exact && !o.beside; f++ {
			holds = holds && (tr.again[f] || tr.alone[f] || tr.made[f] == (o.high && float64(f) >= b || !o.high && float64(f) <= b))
		}
		return claim(holds && math.Abs(b-number) < 0.011 && (sign == "≤" || sign == ">") != o.high, "“%s”, rolled against %g, high rolls make it %v, success %v", text, o.Chance, o.high, o.Success)
	}
	would := o.Face() <= o.Chance
	if o.high {
		would = o.Face() >= o.Chance
	}
	return claim(would != o.Success, "“%s” compares nothing, rolled against %g, success %v", text, o.Chance, o.Success)
}

// likelyInLog holds the likelihood that statistics keep of a roll of several dice to that of all throws: a die of its own, which fell
// already, does not say it.
func likelyInLog(m *faceMoment) []shown {
	if o := m.outcome; o.sampled && o.Likely > 0 && !math.IsNaN(m.truth.share) {
		return claim(near(100*o.Likely, m.truth.share, true), "likely %.0f%%, of all throws %.0f%%", 100*o.Likely, m.truth.share)
	}
	return nil
}

// wordOfHealth holds that one who can't act or has a bad condition of a group is not at the best word.
func wordOfHealth(m *faceMoment) []shown {
	b := m.who.Bearing(m.s.Rules())
	bad := ""
	if able, by := m.who.CanAct(m.s.Rules()); !able && by != nil {
		bad = by.Label
	}
	for _, h := range m.who.Conditions {
		if h.Condition.Group != "" && h.Condition.Bad {
			bad = h.Condition.Label
		}
	}
	return claim(bad == "" || b.Level < b.Levels-1, "%s · %s", b.Word, bad)
}

// healthOnPhone holds the health of a player's own character to that of the rules, where none of it is secret.
func healthOnPhone(m *faceMoment) []shown {
	if m.log == nil || slices.ContainsFunc(m.who.Conditions, func(h rules.HeldCondition) bool { return h.Condition.Secret || h.Secret }) {
		return nil
	}
	seen := m.log.SeatView(m.state)
	if seen == nil {
		return nil
	}
	b := m.who.Bearing(m.s.Rules())
	return claim(seen.Own.Appearance.Level == b.Level && seen.Own.Appearance.Levels == b.Levels, "phone level %d of %d, really %d of %d", seen.Own.Appearance.Level, seen.Own.Appearance.Levels, b.Level, b.Levels)
}

// seenFrom holds the health of someone, as a seat shows it that sees all of that, to that of the rules, where none of it is secret.
func (m *faceMoment) seenFrom(seat string) []shown {
	log, err := m.tell.Log(seat)
	if err != nil || log.people.byKey[m.who.Key] == nil || m.hidesFrom(log) {
		return nil
	}
	seen := log.SeatView(m.state)
	if seen == nil {
		return nil
	}
	id := fmt.Sprintf("p%d", log.people.byKey[m.who.Key].number)
	at := slices.IndexFunc(seen.Others, func(o OtherActor) bool { return o.ID == id })
	if at < 0 {
		return nil
	}
	o, b := &seen.Others[at], m.who.Bearing(m.s.Rules())
	return claim(o.Health == b.Word && o.Level == b.Level && o.Levels == b.Levels, "%s shows %s, %d of %d, really %s, %d of %d", seat, o.Health, o.Level, o.Levels, b.Word, b.Level, b.Levels)
}

// hidesFrom reports whether something of the health of the one of the moment is kept from a log, remembered from before, or of an action in
// progress.
func (m *faceMoment) hidesFrom(log *Log) bool {
	const all = rules.KnowHealth | rules.KnowCondition
	viewers := log.noticingMembers(m.state)
	return noticedByAll(viewers, m.who, log.noticesOrRemembers)&all != all || log.actorAsKnown(viewers, m.who, all) != m.who ||
		slices.ContainsFunc(m.who.Conditions, func(h rules.HeldCondition) bool { return h.Condition.Secret || !h.IsSeenBy(m.s.Rules(), m.who) })
}

func othersOnPhones(m *faceMoment) (list []shown) {
	for _, a := range m.state.Actors {
		if a != m.who && a.Sheet.Person.Player != "" {
			list = append(list, m.seenFrom(a.Key)...)
		}
	}
	return list
}

func healthOnTable(m *faceMoment) []shown { return m.seenFrom(TableSeat) }

// standingInLog holds how someone of the party is told to stand at the end, in retellings and exports, to the rules.
func standingInLog(m *faceMoment) []shown {
	log, err := m.tell.Log(TableSeat)
	if err != nil || !slices.Contains(log.partyActors(m.state), m.who) || m.hidesFrom(log) {
		return nil
	}
	text, b := story.Recap(m.s.Rules(), []story.Passage{{Facts: []story.Fact{{Kind: story.Won, Weight: story.Peak}}, People: []story.Person{{}}}}, log.Aftermath(m.state)), m.who.Bearing(m.s.Rules())
	return claim(strings.Contains(text, b.Word), "told %q, really %s", text, b.Word)
}

// purposeOfDie holds that a die says what it is for, on the phone too, and which of several it is.
func purposeOfDie(m *faceMoment) []shown {
	list := claim(!strings.HasSuffix(m.need.Text, "for ."), "%s", m.need.Text)
	if m.log == nil {
		return list
	}
	need := *m.need // as it is asked where dice are typed
	q := m.log.Question(m.state, &gm.Question{Need: need, Command: command.Command{Line: m.line, Answers: m.answers}})
	if q == nil || need.Faced != nil {
		return list
	}
	return append(list, claim(q.Which != "" == (need.Count > 0) && (need.Nth < 2 || q.Thrown != ""), "die %d of %d: %q, %q", need.Nth, need.Count, q.Which, q.Thrown)...)
}
