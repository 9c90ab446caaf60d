package players

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

var (
	pairs    = flag.Int("pairs", 50, "how many pairs of sessions are played that differ in secrets")
	fromPair = flag.Int("from", 0, "the seed of the first pair; others follow")
)

// keyedDice show what depends on who rolls, for what and how often alone, so that one roll more shifts no other.
type keyedDice struct {
	seed uint64
	who  string
	fell map[string]int
}

func (d *keyedDice) Asks(who string, _ bool) { d.who = who }

func (d *keyedDice) Roll(faces int, purpose string) (int, bool, error) {
	key := fmt.Sprint(d.seed, d.who, " ", purpose, " ", faces)
	d.fell[key]++
	h := fnv.New64a()
	fmt.Fprint(h, key, d.fell[key])
	return 1 + int(rand.New(rand.NewPCG(h.Sum64(), 1)).IntN(faces)), false, nil
}

// twin is one of two sessions, with what the player of kira, and the screen that all look at, are told of it so far.
type twin struct {
	t     testing.TB
	s     *gm.Session
	log   *Log
	all   []*Passage
	table *Log
	told  []*Passage         // on the screen
	facts [2][]story.Passage // of all that the player, and the screen, were told
	last  int64              // the number of the last entry

	asked []*Question // all that was asked of kira, or nil for what was asked of others
}

func read(t testing.TB, name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func openTwin(t testing.TB, c *campaign.Campaign, seed uint64) *twin {
	s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock(), Dice: &keyedDice{seed: seed, fell: map[string]int{}}})
	if err != nil {
		t.Fatal(err)
	}
	return &twin{t: t, s: s, log: NewLog(s.Game(), "kira"), table: NewLog(s.Game(), TableSeat)}
}

// do carries a line out, with answers that depend on the line alone, and tells the player. A refusal comes back.
func (w *twin) do(line string, answer uint64) (revealed string, err error) {
	before := w.s.State()
	c := command.Command{Line: line, Answers: map[string]string{}}
	var e gm.Entry
	for {
		e, err = w.s.Do(c)
		var need *rules.Need
		if !errors.As(err, &need) {
			break
		}
		w.asked = append(w.asked, w.log.Question(w.s.State(), w.s.OpenQuestion()))
		for _, o := range need.SoFar { // between two questions it is told what one's own steps came to
			if !o.Secret && (o.Who == "kira" || o.Whom == "kira") {
				revealed += fmt.Sprintln(o.Step, o.Degree, o.Row, o.Side, o.Choice, o.Roll)
			}
		}
		names := need.ChoiceNames()
		c.Answers[need.Key] = names[answer%uint64(len(names))]
		revealed += need.Key + strings.Join(names, ",") + ";"
	}
	if err != nil {
		return revealed, err
	}
	if line == "undo" || line == "accept" {
		w.anew()
		return revealed, nil
	}
	if e.Seq == 0 {
		return revealed, nil
	}
	w.last = e.Seq
	entry := &gm.HistoryEntry{Entry: e, Before: before, After: w.s.State()}
	w.tell(entry)
	return revealed + w.revealed(entry), nil
}

func (w *twin) tell(e *gm.HistoryEntry) {
	if p, ok := w.log.Next(e); ok {
		w.all = append(w.all, &p)
	}
	if p, ok := w.table.Next(e); ok {
		w.told = append(w.told, &p)
	}
	w.facts = [2][]story.Passage{append(w.facts[0], w.log.Passage()), append(w.facts[1], w.table.Passage())}
}

// doAll carries out lines that nobody may refuse.
func (w *twin) doAll(lines []string) {
	for _, line := range lines {
		line = strings.Replace(line, "SOON", command.Number(w.s.State().Count+3), 1)
		line = strings.Replace(line, "LAST", fmt.Sprint(w.last), 1)
		if _, err := w.do(line, 0); err != nil {
			w.t.Fatalf("%s: %v", line, err)
		}
	}
}

// whole is what the game master reads of the session.
func (w *twin) whole() string {
	var out strings.Builder
	for e, err := range w.s.History() {
		if err != nil {
			w.t.Fatal(err)
		}
		fmt.Fprintln(&out, e.Line, e.Reason, e.Undone)
	}
	rs, c := w.s.Rules(), w.s.Campaign()
	for _, a := range w.s.State().Actors {
		fmt.Fprintln(&out, a.Key, a.Name, a.Short, a.Looks, a.Portrait, a.Levels, a.Place, len(a.FormulaConditions(rs)), a.Sheet.Person, len(a.Sheet.Skills), len(a.Sheet.Items), len(a.Sheet.Armour))
		for _, stat := range rs.Stats.All {
			fmt.Fprint(&out, a.Sheet.Stat(stat), " ")
		}
	}
	fmt.Fprint(&out, w.s.State().Reminders, w.s.State().Goals)
	e, _ := c.Encounter("hatch")
	fmt.Fprintf(&out, "%s %s %v %v %v %+v", e.Label, e.Notes, e.Secrets, e.Threads, e.Goals, e.Combatants)
	return out.String()
}

// anew tells everything that stands from the start.
func (w *twin) anew() {
	w.log, w.all, w.facts = NewLog(w.s.Game(), "kira"), nil, [2][]story.Passage{}
	w.table, w.told = NewLog(w.s.Game(), TableSeat), nil
	for e, err := range w.s.History() {
		if err != nil {
			w.t.Fatal(err)
		}
		if !e.Undone {
			w.tell(e)
		}
	}
}

// revealed is what an entry shows to the player by the rules: what happens to the own character, and how the steps went that are noticed.
// It is worked out from events, steps and the ledger alone. How everybody is seen to stand is in standing.
func (w *twin) revealed(e *gm.HistoryEntry) string {
	var out strings.Builder
	rs := w.s.Rules()
	kira := e.After.Find("kira")
	for _, ev := range e.Events {
		switch ev.Kind {
		case rules.EventSee, rules.EventPut, rules.EventEnd, rules.EventNumber, rules.EventTick, rules.EventTurn, rules.EventOpen, rules.EventDone, rules.EventWaiting, rules.EventFavour: // in standing, or of no account
		default:
			if ev.Who == "kira" && ev.How != rules.HowSecret && !rules.IsNoticeEvent(ev) {
				fmt.Fprintln(&out, ev.Kind, ev.What, ev.Value, ev.At, ev.Other, ev.Text, ev.Words)
			}
		}
	}
	if kira == nil {
		return out.String()
	}
	for _, k := range kira.Knows { // what all who play have learnt is on the table screen
		if dov := e.After.Find("dov"); dov != nil && k.How != rules.LearntSeen && dov.BeliefAbout(k.Other, k.What) != nil {
			fmt.Fprintln(&out, "all know", k.Other, k.What)
		}
	}
	for _, o := range e.Outcomes {
		who := e.Actor(o.Who)
		if !o.Secret && who != nil && (o.Who == "kira" || o.Whom == "kira" || e.Who == "kira" || kira.NoticedAspects(rs, who)&rules.KnowDeed != 0 && e.Actor(e.Who) != nil && kira.NoticedAspects(rs, e.Actor(e.Who))&rules.KnowDeed != 0) {
			fmt.Fprintln(&out, o.Who, o.Step, o.Degree, o.Row, o.Side, o.Choice, o.Roll)
		}
	}
	return out.String()
}

// standing is how everybody stands without secret conditions, as far as kira sees it: one text for each thing that may be seen.
func (w *twin) standing() map[string]string {
	seen := map[string]string{}
	rs, s := w.s.Rules(), w.s.State()
	kira := s.Find("kira")
	if kira == nil {
		return seen
	}
	for _, a := range s.Actors {
		sees := ^rules.Aspects(0)
		if a != kira {
			sees = kira.NoticedAspects(rs, a)
		}
		if sees != 0 {
			seen[a.Key+" sees"] = sees.String()
		}
		open := rs.WithoutSecrets(a)
		for _, of := range []rules.Aspects{rules.KnowHealth, rules.KnowHand, rules.KnowPlace, rules.KnowTurn} {
			if sees&of != 0 {
				words, x := open.Aspect(rs, of.String())
				seen[a.Key+" "+of.String()] = fmt.Sprint(words, x, of == rules.KnowTurn && a.Open)
			}
		}
		if sees&rules.KnowCondition != 0 {
			able, _ := open.CanAct(rs)
			seen[a.Key+" able"] = fmt.Sprint(able)
			for _, held := range open.Conditions {
				if a == kira || held.IsSeenBy(rs, open) {
					seen[fmt.Sprint(a.Key, " ", held.Condition.Name, " ", held.Other)] += fmt.Sprint(" yes ", held.Number)
				}
			}
			for _, c := range open.FormulaConditions(rs) {
				seen[a.Key+" "+c.Name] = "yes"
			}
		}
		if a == kira {
			seen["doing"] = fmt.Sprint(a.Open, a.Waiting, a.Doing != nil, a.Going != nil, len(a.Activities))
		}
	}
	return seen
}

// differ reports whether what may be seen of two sessions differs, but for what a secret changed at once: that is shown as it was then,
// as was has it, until it is the same again.
func differ(one, two, was map[string]string) bool {
	for key := range was {
		if who, _, _ := strings.Cut(key, " "); one[key] == two[key] && one[who+" sees"] == two[who+" sees"] && one[who+" sees"] != "" {
			delete(was, key)
		}
	}
	for _, of := range []map[string]string{one, two, was} {
		for key := range of {
			before, changed := was[key]
			if changed && one[key] != before || !changed && one[key] != two[key] {
				return true
			}
		}
	}
	return false
}

// page is all that has reached the player, as bytes.
func (w *twin) page() string {
	seen := w.log.SeatView(w.s.State())
	seen.Log = w.all
	seen.Question = w.log.Question(w.s.State(), w.s.OpenQuestion())
	asked := slices.DeleteFunc(slices.Clone(w.asked), func(q *Question) bool { return q == nil })
	data, err := json.Marshal([]any{seen, asked})
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// screen is all that has reached the screen that all look at, as bytes.
func (w *twin) screen() string {
	screen := w.table.SeatView(w.s.State())
	screen.Log = w.told
	data, err := json.Marshal([]any{screen, w.table.Party(w.s.State()), w.table.Aftermath(w.s.State()), w.table.Summary(1, w.s.State(), w.s.TurningPoints)}) // the last three are in the players' export
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// companion is what the other one with a player notices: one who notices nothing for a secret has less told on the screen, and what is
// secret to kira alone is no secret there.
func (w *twin) companion() string {
	var sees []string
	dov := w.s.State().Find("dov")
	for _, a := range w.s.State().Actors {
		if dov != nil && a != dov && dov.NoticedAspects(w.s.Rules(), a) != 0 {
			sees = append(sees, a.Key+" "+dov.NoticedAspects(w.s.Rules(), a).String())
		}
	}
	return strings.Join(sees, ", ")
}

// recaps is what the player, and all on the screen, read of it the next time.
func (w *twin) recaps() string {
	return story.Recap(w.s.Rules(), w.facts[0], w.log.Aftermath(w.s.State())) + "\n" + story.Recap(w.s.Rules(), w.facts[1], w.table.Aftermath(w.s.State()))
}

// hidden lets the one in hiding do what it is owed now, and secret conditions act, and reports an error of that.
func (w *twin) hidden(answer uint64) error {
	for range 20 {
		game := w.s.Game()
		if open := game.OpenActor(); open != nil && open.Key == "shooter" {
			if _, err := w.do("shooter: glimpse", answer); err != nil {
				return err
			}
			if _, err := w.do("turn shooter "+command.Number(w.s.State().Count+7), answer); err != nil {
				return err
			}
			continue
		}
		owed := game.ListPending()
		if len(owed) == 0 || owed[0].Actor.Key != "shooter" && !(owed[0].Kind == rules.PendingTick && owed[0].Held.IsHidden()) || game.OpenActor() != nil {
			return nil
		}
		if _, err := w.do("next", answer); err != nil {
			return err
		}
	}
	return nil
}

// declared is what an actor declares whose turn has come.
func declared(rng *rand.Rand, who string) string {
	switch who {
	case "hanne":
		return who + ": attack " + []string{"kira", "dov", "mate"}[rng.IntN(3)]
	case "kira":
		return who + ": " + []string{"attack hanne", "check sword", "perceive hanne", "check dodging"}[rng.IntN(4)]
	}
	return who + ": " + []string{"attack hanne", "check brawling", "wait"}[rng.IntN(3)]
}

// outcome is how a pair ended.
type outcome struct {
	spent    bool   // what is revealed differs
	leak     string // what differs on the page though nothing revealed did
	compared int    // how often the pages were the same while what the game master reads was not
}

// play plays one pair.
func play(t testing.TB, k *gmtest.Secret, games [2]*campaign.Campaign, seed uint64) (end outcome) {
	rng := rand.New(rand.NewPCG(seed, 2))
	w := [2]*twin{openTwin(t, games[0], seed), openTwin(t, games[1], seed)}
	at, steps, open := rng.IntN(6), 14, true
	was := map[string]string{} // what the secret changes at once, as it was
	both := func(line string, other string) bool {
		answer := rng.Uint64()
		one, err1 := w[0].do(line, answer)
		two, err2 := w[1].do(other, answer)
		end.spent = one != two || (err1 == nil) != (err2 == nil) || differ(w[0].standing(), w[1].standing(), was)
		return !end.spent
	}
	begin := []string{"begin hatch", "turn kira 2", "turn dov 5", "turn mate 7", "turn hanne 3", "turn shooter 500"}
	if k.Late != "" {
		begin = append(begin, "turn "+k.Late+" 300")
	}
	for i := range len(begin) + steps {
		line, other := "next", "next"
		if i < len(begin) {
			line, other = begin[i], begin[i]
		} else {
			if i == len(begin)+at {
				w[0].doAll(k.Before)
				w[1].doAll(k.Before)
				before := w[0].standing()
				w[0].doAll(k.First)
				w[1].doAll(k.Lines)
				one, two := w[0].standing(), w[1].standing()
				for _, of := range []map[string]string{one, two} {
					for key := range of {
						if one[key] != two[key] {
							was[key] = before[key]
						}
					}
				}
			}
			answer := rng.Uint64()
			for _, side := range w {
				if err := side.hidden(answer); err != nil {
					end.spent = true
					return end
				}
			}
			if open := w[0].s.Game().OpenActor(); open != nil {
				line = declared(rng, open.Key)
				other = line
				if open.Key == "kira" && i >= len(begin)+at {
					other += k.Deed
				}
			} else if rng.IntN(8) == 0 {
				line = byHand[rng.IntN(len(byHand))]
				other = line
			}
		}
		if !both(line, other) {
			return end
		}
		if k.Files == nil && i < len(begin)+at { // until then the two are one and the same
			continue
		}
		one, two := w[0].page(), w[1].page()
		if open = open && w[0].companion() == w[1].companion(); open {
			one, two = one+w[0].screen(), two+w[1].screen()
		}
		if since := i - len(begin) - at; since%offersEvery() == 1 {
			seed := rng.Uint64()
			one, two = one+w[0].offers(seed), two+w[1].offers(seed)
		}
		if one != two {
			end.leak = fmt.Sprintf("seed %d, %s: %s", seed, line, firstDifference(one, two))
			return end
		}
		if end.compared > 0 || w[0].whole() != w[1].whole() {
			end.compared++
		}
	}
	for _, line := range []string{"finish", "roll climbing by dov", "pass 10 min by party"} { // what rest gives back is shown then
		if !both(line, line) {
			break
		}
		one, two := w[0].page(), w[1].page()
		if open = open && w[0].companion() == w[1].companion(); open {
			one, two = one+w[0].screen()+w[0].recaps(), two+w[1].screen()+w[1].recaps()
		}
		if one += w[0].offers(seed); one != two+w[1].offers(seed) {
			end.leak = fmt.Sprintf("seed %d, %s: %s", seed, line, firstDifference(one, two+w[1].offers(seed)))
			return end
		}
	}
	for _, side := range w { // told anew from its start it is the same
		full, err := NewTelling(side.s).SeatViewOf("kira")
		screen, err2 := NewTelling(side.s).SeatViewOf(TableSeat)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		side.asked = nil
		if data, _ := json.Marshal([]any{full, side.asked}); string(data) != side.page() {
			t.Fatalf("seed %d: told anew: %s", seed, firstDifference(string(data), side.page()))
		}
		if data, _ := json.Marshal([]any{screen, side.table.Party(side.s.State()), side.table.Aftermath(side.s.State()), side.table.Summary(1, side.s.State(), side.s.TurningPoints)}); string(data) != side.screen() {
			t.Fatalf("seed %d: told anew on the screen: %s", seed, firstDifference(string(data), side.screen()))
		}
	}
	return end
}

// offersEvery returns how many steps lie between two looks at what is offered, which takes most of the time.
func offersEvery() int {
	if *pairs > 100 {
		return 3
	}
	return 14
}

// byHand are lines of the game master that both sessions have.
var byHand = []string{"set kira PFT -1", "put hanne prone", "set hanne PFT -8", "whisper kira listen", "reveal hanne hand to kira", "put dov prone", "end hanne prone",
	"put kira closed_upon by hanne", "put dov closed_upon by hanne", "put kira stunned", "end kira stunned", "end kira closed_upon", "award 1 kira", "scene light_half", "rename mate Old Sorrel", "put hanne unseen", "end hanne unseen", "put dov cloaked"}

func firstDifference(one, two string) string {
	i := 0
	for i < len(one) && i < len(two) && one[i] == two[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, i-80):min(len(s), i+80)] }
	return "\n " + cut(one) + "\n " + cut(two)
}

// Two sessions that differ only in a secret give a player the same bytes, in the same order, until a rule reveals the
// difference. Few pairs are spent early, or the test has no power; and what the game master reads does differ.
func TestSecretsMakeNoDifference(t *testing.T) {
	gmtest.SkipIfShort(t)
	plain := gmtest.OpenFiles(t, gmtest.SecretFiles(t))
	list := gmtest.Secrets(t)
	spent, played := 0, 0
	for n := range list {
		k := &list[n]
		t.Run(k.Name, func(t *testing.T) {
			games, compared := k.Campaigns(t, plain), 0
			for i := n; i < *pairs || compared == 0 && i < 40*len(list); i += len(list) {
				end := play(t, k, games, uint64(*fromPair+i))
				if end.leak != "" {
					t.Fatal(end.leak)
				}
				if played++; end.spent {
					spent++
				}
				compared += end.compared
			}
			if t.Logf("compared %d times", compared); compared == 0 {
				t.Error("the game master reads the same")
			}
		})
	}
	t.Logf("%d kinds of secrets, %d pairs, %d spent early", len(list), played, spent)
	if len(list) < 60 || spent*3 > played {
		t.Errorf("%d kinds, %d of %d pairs spent early", len(list), spent, played)
	}
}
