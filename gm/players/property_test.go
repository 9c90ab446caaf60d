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
	"hybrid/rules"
)

var (
	pairs    = flag.Int("pairs", 50, "how many pairs of sessions are played that differ in secrets")
	fromPair = flag.Int("from", 0, "the seed of the first pair; others follow")
)

// secret is one thing that only the game master knows: how the second of two sessions differs from the first.
type secret struct {
	name  string
	both  func(map[string]string) // what the files of both say
	files func(map[string]string) // what those of the second say otherwise
	lines [2][]string             // what is said in the one and in the other at some moment
	late  string                  // whose first turn is late
	deed  [2]string               // what the player's next declarations have behind them in the one and in the other
	plant func(s *gm.Session) any // the secret itself, for a leak that is planted
}

func foe(s *gm.Session) *rules.Actor { return s.State().Find("hanne") }

func pool(s *gm.Session, key, name string) any {
	p, _ := s.Rules().Pools.Get(name)
	return s.State().Find(key).Now(p)
}

func replacing(file, old, with string) func(map[string]string) {
	return func(files map[string]string) {
		if !strings.Contains(files[file], old) {
			panic(file + " has no " + old)
		}
		files[file] = strings.Replace(files[file], old, with, 1)
	}
}

// ownTable adds a table to the campaign.
func ownTable(text string) func(map[string]string) {
	return func(files map[string]string) { files["tables/own.yaml"] = text }
}

func said(lines ...string) [2][]string { return [2][]string{nil, lines} }

func logged(s *gm.Session) any {
	var list []string
	for _, l := range s.Log() {
		list = append(list, l.Text())
	}
	return list
}

// theSecrets are the kinds of secrets that are varied.
func theSecrets() []secret {
	const hatch, hanne, shooter = "encounters/hatch.yaml", "characters/harpooner.yaml", "characters/loft_shooter.yaml"
	stat := func(s *gm.Session) any {
		stat, _ := s.Rules().Stats.Get("PSI")
		return foe(s).Sheet.Stat(stat)
	}
	hidden := func(s *gm.Session) any {
		for _, a := range s.State().Actors {
			if a.Side == "gang" && a.Key != "hanne" {
				return []any{a.Key, a.Name, a.Levels, a.Turn, a.Place, a.Sheet.Person.Notes}
			}
		}
		return nil
	}
	chance := func(s *gm.Session) any {
		p, _ := s.Rules().Preview(s.State(), "kira", rules.Doing{Action: "attack", Whom: "hanne"}, nil)
		return p.Roll.Chance
	}
	held := func(key string) func(*gm.Session) any {
		return func(s *gm.Session) any { return len(s.State().Find(key).Conditions) }
	}
	return []secret{
		{name: "a mental pool of a foe", lines: said("set hanne MFT -9"), plant: func(s *gm.Session) any { return pool(s, "hanne", "MFT") }},
		{name: "mental exhaustion of a foe", lines: said("set hanne MEX -9"), plant: func(s *gm.Session) any { return pool(s, "hanne", "MEX") }},
		{name: "experience of a foe", lines: said("award 3 hanne"), plant: func(s *gm.Session) any { return pool(s, "hanne", "EEP") }},
		{name: "a mental pool of a friend", lines: said("set dov MFT -9"), plant: func(s *gm.Session) any { return pool(s, "dov", "MFT") }},
		{name: "a wound of a friend that does not change a word", lines: [2][]string{{"set dov PFT -2"}, {"set dov PFT -3"}}, plant: func(s *gm.Session) any { return pool(s, "dov", "PFT") }},
		{name: "a wound of a foe that does not change a word", lines: [2][]string{{"set hanne PFT -1"}, {"set hanne PFT -2"}}, plant: func(s *gm.Session) any { return pool(s, "hanne", "PFT") }},
		{name: "a secret condition of the player's character", lines: said("put kira cloaked, secret"), plant: held("kira")},
		{name: "a secret condition of a friend", lines: said("put dov lifeless, secret"), plant: held("dov")},
		{name: "a condition of one in hiding", lines: said("put shooter bleeding"), plant: hidden},
		{name: "a pool of one in hiding", lines: said("set shooter PFT -7"), plant: hidden},
		{name: "where one in hiding stands", lines: said("place shooter 12"), plant: hidden},
		{name: "one in hiding takes turns", lines: said("turn shooter SOON"), plant: hidden},
		{name: "a condition put by one in hiding", lines: said("put kira closed_upon by shooter"), plant: held("kira")},
		{name: "a condition of a friend put by one in hiding", lines: said("put dov closed_upon by shooter"), plant: held("dov")},
		{name: "a secret condition that takes the turn", lines: said("put kira unconscious, secret"), late: "kira", plant: held("kira")},
		{name: "a secret condition that takes a friend's turn", lines: said("put dov surrendered, secret"), late: "dov", plant: held("dov")},
		{name: "a secret condition that holds", both: ownTable("conditions: {doomed: {holds: PFT.now > 1000, secret: true, bad: true}}"), files: replacing("tables/own.yaml", ">", "<"), plant: func(s *gm.Session) any { return len(s.State().Find("kira").Holding(s.Rules())) }},
		{name: "a secret condition that holds and takes the turn", both: ownTable("conditions: {marked: {secret: true}, doomed: {holds: is.marked, secret: true, cannot: [act]}}"), lines: said("put kira marked"), late: "kira", plant: held("kira")},
		{name: "a modifier by hand", deed: [2]string{"", ", df -1"}, plant: logged},
		{name: "a note", lines: said("note the mate is a traitor"), plant: logged},
		{name: "what was undone", lines: said("set kira PFT -3", "undo"), plant: func(s *gm.Session) any { return len(s.Log()) }},
		{name: "a reason", lines: [2][]string{{"set kira PFT -1"}, {"set kira PFT -1 because of poison"}}, plant: logged},
		{name: "a line at hand", lines: said("favourite hanne next"), plant: func(s *gm.Session) any { return foe(s).Favourites }},
		{name: "a whisper to another", lines: said("whisper dov she lies"), plant: logged},
		{name: "a picture for another", lines: said("show map.png to dov"), plant: logged},
		{name: "what another learns", lines: said("reveal hanne PFT name to dov"), plant: func(s *gm.Session) any { return s.State().Find("dov").Knows }},
		{name: "what a foe learns", lines: said("reveal kira PFT to hanne"), plant: func(s *gm.Session) any { return foe(s).Knows }},
		{name: "a statistic of a foe", files: replacing(hanne, "PSI: 6", "PSI: 9"), plant: stat},
		{name: "a skill of a foe", files: replacing(hanne, "skills: {", "skills: {rumours: 3, "), plant: func(s *gm.Session) any { return len(foe(s).Sheet.Skills) }},
		{name: "how hard a foe is to hit", files: replacing(hanne, "PSI: 6", "PSI: 6, PDF: 15"), plant: chance},
		{name: "the light that the game master alone knows of", lines: said("scene light_half, secret"), plant: chance},
		{name: "gear of a foe not in hand", files: replacing(hanne, "close_fist]", "close_fist, dagger]"), plant: func(s *gm.Session) any { return len(foe(s).Sheet.Items) }},
		{name: "notes on a foe", files: replacing(hanne, "notes: ", "notes: Traitor. "), plant: func(s *gm.Session) any { return foe(s).Sheet.Person.Notes }},
		{name: "notes on the encounter", files: replacing(hatch, "label: At the Hatch", "label: At the Hatch, notes: an ambush"), plant: func(s *gm.Session) any { e, _ := s.Campaign().Encounter("hatch"); return e.Notes }},
		{name: "the real name of a foe", files: replacing(hatch, "Harpoon Hanne", "Sister of the Mate"), plant: func(s *gm.Session) any { return foe(s).Name }},
		{name: "the name of one in hiding", files: replacing(hatch, "One-Eyed Tilde", "Mother Grell"), plant: hidden},
		{name: "how one in hiding looks", files: replacing(hatch, "a shadow in the loft", "a girl with a bow"), plant: func(s *gm.Session) any { return s.State().Find("shooter").Looks }},
		{name: "the portrait of one in hiding", files: replacing(shooter, "portrait: loft_shooter.png", "portrait: grell.png"), plant: func(s *gm.Session) any { return s.State().Find("shooter").Portrait }},
		{name: "the portrait of one whose face is covered", both: func(files map[string]string) { files[hanne] += "conditions: [cloaked]\n" },
			files: replacing(hanne, "portrait: harpooner.png", "portrait: grell.png"), plant: func(s *gm.Session) any { return foe(s).Portrait }},
		{name: "the pronouns of one whose name is not known", files: replacing(hanne, "pronouns: she", "pronouns: he"), plant: func(s *gm.Session) any { return foe(s).Sheet.Person.Pronouns.Text }},
		{name: "a short name of one who is not known by name", both: replacing(hatch, "name: Harpoon Hanne", "name: Harpoon Hanne, short: Hanne"), files: replacing(hatch, "short: Hanne", "short: Mother"), plant: func(s *gm.Session) any { return foe(s).Short }},
		{name: "statistics of one in hiding", files: replacing(shooter, "notes: ", "notes: Sick. "), plant: hidden},
		{name: "the order of joining", files: func(files map[string]string) {
			lines := strings.Split(strings.TrimSpace(files[hatch]), "\n")
			last := lines[len(lines)-1]
			files[hatch] = strings.Join(append([]string{lines[0], lines[1], last}, lines[2:len(lines)-1]...), "\n") + "\n"
		}, plant: func(s *gm.Session) any { return s.State().Actors[0].Key }},
	}
}

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
	told  []*Passage // on the screen
	is    int        // 0 or 1

	asked []*Question // all that was asked of kira, or nil for what was asked of others
}

// propertyFiles are those of the campaign.
func propertyFiles(t testing.TB) map[string]string {
	files := map[string]string{}
	for _, name := range []string{"campaign.yaml", "encounters/hatch.yaml", "characters/mate.yaml", "pictures/map.png"} {
		files[name] = read(t, "../testdata/secrets/"+name)
	}
	for _, name := range []string{"harpooner", "loft_shooter"} {
		files["characters/"+name+".yaml"] = read(t, "../../characters/"+name+".yaml")
	}
	files["characters/loft_shooter.yaml"] += "conditions: [unseen]\n"
	return files
}

func read(t testing.TB, name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func openTwin(t testing.TB, c *campaign.Campaign, seed uint64, is int) *twin {
	s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock(), Dice: &keyedDice{seed: seed, fell: map[string]int{}}})
	if err != nil {
		t.Fatal(err)
	}
	return &twin{t: t, s: s, log: NewLog(s.Game(), "kira"), table: NewLog(s.Game(), TableSeat), is: is}
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
		names := need.Names()
		c.Answers[need.Key] = names[answer%uint64(len(names))]
		revealed += need.Key + strings.Join(names, ",") + ";"
	}
	if err != nil {
		return revealed, err
	}
	if line == "undo" {
		w.anew()
		return revealed, nil
	}
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
}

// anew tells everything that stands from the start.
func (w *twin) anew() {
	w.log, w.all = NewLog(w.s.Game(), "kira"), nil
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
		case rules.EventPut, rules.EventEnd, rules.EventNumber, rules.EventTick, rules.EventTurn, rules.EventOpen, rules.EventDone, rules.EventWaiting, rules.EventFavour: // in standing, or of no account
		default:
			if ev.Who == "kira" {
				fmt.Fprintln(&out, ev.Kind, ev.What, ev.Value, ev.At, ev.Other, ev.Words)
			}
		}
	}
	if kira == nil {
		return out.String()
	}
	for _, k := range kira.Knows { // what all who play have learnt is on the table's screen
		if dov := e.After.Find("dov"); dov != nil && dov.Learnt(k.Other, k.What) != nil {
			fmt.Fprintln(&out, "all know", k.Other, k.What)
		}
	}
	for _, o := range e.Outcomes {
		who := e.Actor(o.Who)
		if !o.Secret && who != nil && (o.Who == "kira" || o.Whom == "kira" || e.Who == "kira" || kira.Notices(rs, who)&rules.KnowDeed != 0 && kira.Notices(rs, e.Actor(e.Who))&rules.KnowDeed != 0) {
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
			sees = kira.Notices(rs, a)
		}
		open := rules.Openly(rs, a)
		for _, of := range []rules.Aspects{rules.KnowHealth, rules.KnowHand, rules.KnowPlace, rules.KnowTurn} {
			if sees&of != 0 {
				words, x := open.Aspect(rs, of.String())
				seen[a.Key+" "+of.String()] = fmt.Sprint(words, x)
			}
		}
		if sees&rules.KnowCondition != 0 {
			able, _ := open.CanAct(rs)
			seen[a.Key+" able"] = fmt.Sprint(able)
			for _, held := range open.Conditions {
				if a == kira || held.Seen(rs, open) {
					seen[fmt.Sprint(a.Key, " ", held.Condition.Name, " ", held.Other)] += fmt.Sprint(" yes ", held.Number)
				}
			}
			for _, c := range open.Holding(rs) {
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
		if one[key] == two[key] {
			delete(was, key)
		}
	}
	for _, of := range []map[string]string{one, two} {
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
	seen := w.log.Seen(w.s.State())
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
	screen := w.table.Seen(w.s.State())
	screen.Log = w.told
	data, err := json.Marshal([]any{screen, w.table.Party(w.s.State()), w.table.Standing(w.s.State())}) // the last two are in the players' export
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// companion is what the other one with a player notices of kira: what is secret to her may show to him, and is then on the
// screen no secret any more.
func (w *twin) companion() rules.Aspects {
	dov, kira := w.s.State().Find("dov"), w.s.State().Find("kira")
	if dov == nil || kira == nil {
		return 0
	}
	return dov.Notices(w.s.Rules(), kira)
}

// hidden lets the one in hiding do what it is owed now, and reports an error of that.
func (w *twin) hidden(answer uint64) error {
	for range 20 {
		game := w.s.Game()
		if open := game.Open(); open != nil && open.Key == "shooter" {
			if _, err := w.do("shooter: glimpse", answer); err != nil {
				return err
			}
			if _, err := w.do("turn shooter "+command.Number(w.s.State().Count+7), answer); err != nil {
				return err
			}
			continue
		}
		owed := game.Owed()
		if len(owed) == 0 || owed[0].Actor.Key != "shooter" || game.Open() != nil {
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
	spent bool   // what is revealed differs
	leak  string // what differs on the page though nothing revealed did
}

// play plays one pair.
func (k *secret) play(t testing.TB, games [2]*campaign.Campaign, seed uint64, planted bool) outcome {
	rng := rand.New(rand.NewPCG(seed, 2))
	w := [2]*twin{openTwin(t, games[0], seed, 0), openTwin(t, games[1], seed, 1)}
	at, steps, open := rng.IntN(6), 14, true
	was := map[string]string{} // what the secret changes at once, as it was
	both := func(line string, other string) (outcome, bool) {
		answer := rng.Uint64()
		one, err1 := w[0].do(line, answer)
		two, err2 := w[1].do(other, answer)
		if one != two || (err1 == nil) != (err2 == nil) || differ(w[0].standing(), w[1].standing(), was) {
			return outcome{spent: true}, true
		}
		return outcome{}, false
	}
	begin := []string{"begin hatch", "turn kira 2", "turn dov 5", "turn mate 7", "turn hanne 3", "turn shooter 500"}
	if k.late != "" {
		begin = append(begin, "turn "+k.late+" 300")
	}
	for i := range len(begin) + steps {
		line, other := "next", "next"
		if i < len(begin) {
			line, other = begin[i], begin[i]
		} else {
			if i == len(begin)+at {
				before := w[0].standing()
				for side, lines := range k.lines {
					for _, line := range lines {
						line = strings.Replace(line, "SOON", command.Number(w[side].s.State().Count+3), 1)
						if _, err := w[side].do(line, 0); err != nil {
							t.Fatalf("%s: %s: %v", k.name, line, err)
						}
					}
				}
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
					return outcome{spent: true}
				}
			}
			if open := w[0].s.Game().Open(); open != nil {
				line = declared(rng, open.Key)
				other = line
				if open.Key == "kira" && i >= len(begin)+at {
					line, other = line+k.deed[0], other+k.deed[1]
				}
			} else if rng.IntN(8) == 0 {
				line = []string{"set kira PFT -1", "put hanne prone", "set hanne PFT -8", "whisper kira listen", "reveal hanne hand to kira", "put dov prone", "end hanne prone", "put kira closed_upon by hanne", "put dov closed_upon by hanne"}[rng.IntN(9)]
				other = line
			}
		}
		if end, over := both(line, other); over {
			return end
		}
		if k.files == nil && i < len(begin)+at { // until then the two are one and the same
			continue
		}
		one, two := w[0].page(), w[1].page()
		if open = open && w[0].companion() == w[1].companion(); open {
			one, two = one+w[0].screen(), two+w[1].screen()
		}
		if i%3 == 0 && !planted {
			seed := rng.Uint64()
			one, two = one+w[0].offers(seed), two+w[1].offers(seed)
		}
		if planted && i >= len(begin)+at {
			one, two = one+fmt.Sprint(k.plant(w[0].s)), two+fmt.Sprint(k.plant(w[1].s))
		}
		if one != two {
			return outcome{leak: fmt.Sprintf("seed %d, %s: %s", seed, line, firstDifference(one, two))}
		}
	}
	if end, over := both("finish", "finish"); over { // what rest gives back is shown then
		return end
	}
	if one, two := w[0].page(), w[1].page(); one != two && !planted {
		return outcome{leak: fmt.Sprintf("seed %d, finish: %s", seed, firstDifference(one, two))}
	}
	for i := range w { // told anew from its start it is the same
		full, err := NewTelling(w[i].s).SeenBy("kira")
		screen, err2 := NewTelling(w[i].s).SeenBy(TableSeat)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		w[i].asked = nil
		if data, _ := json.Marshal([]any{full, w[i].asked}); string(data) != w[i].page() {
			t.Fatalf("%s: seed %d: told anew: %s", k.name, seed, firstDifference(string(data), w[i].page()))
		}
		if data, _ := json.Marshal([]any{screen, w[i].table.Party(w[i].s.State()), w[i].table.Standing(w[i].s.State())}); string(data) != w[i].screen() {
			t.Fatalf("%s: seed %d: told anew on the screen: %s", k.name, seed, firstDifference(string(data), w[i].screen()))
		}
	}
	return outcome{}
}

func firstDifference(one, two string) string {
	i := 0
	for i < len(one) && i < len(two) && one[i] == two[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, i-80):min(len(s), i+80)] }
	return "\n " + cut(one) + "\n " + cut(two)
}

// theGames are the campaign of the first and of the second session.
func (k *secret) theGames(t testing.TB, first *campaign.Campaign) [2]*campaign.Campaign {
	files := propertyFiles(t)
	if k.both != nil {
		k.both(files)
		first = openedFiles(t, files)
	}
	if k.files == nil {
		return [2]*campaign.Campaign{first, first}
	}
	k.files(files)
	return [2]*campaign.Campaign{first, openedFiles(t, files)}
}

func openedFiles(t testing.TB, files map[string]string) *campaign.Campaign {
	c, err := campaign.Open(gmtest.Folder(t, files), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Two sessions that differ only in a secret give a player the same bytes, in the same order, until a rule reveals the
// difference. Few pairs are spent early, or the test has no power; and the same secret put on the page is found.
func TestSecretsMakeNoDifference(t *testing.T) {
	gmtest.Sequential(t)
	first := openedFiles(t, propertyFiles(t))
	list := theSecrets()
	spent, played := 0, 0
	for n := range list {
		k := &list[n]
		t.Run(k.name, func(t *testing.T) {
			games := k.theGames(t, first)
			for i := n; i < *pairs; i += len(list) {
				end := k.play(t, games, uint64(*fromPair+i), false)
				if end.leak != "" {
					t.Fatal(end.leak)
				}
				if played++; end.spent {
					spent++
				}
			}
			for i := n; i < 6*len(list); i += len(list) {
				if k.play(t, games, uint64(i), true).leak != "" {
					return
				}
			}
			t.Error("put on the page, it is not found")
		})
	}
	t.Logf("%d kinds of secrets, %d pairs, %d spent early", len(list), played, spent)
	if len(list) < 20 || spent*5 > played {
		t.Errorf("%d kinds, %d of %d pairs spent early", len(list), spent, played)
	}
}
