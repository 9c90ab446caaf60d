package gm

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

// brawl is a fight of some rounds: each attacks the first of the other side who can still act, and answers with a parry
// where that is possible. When nothing is left to come, another fight begins.
func brawl(t testing.TB, s *Session, entries int) {
	t.Helper()
	for range entries {
		switch a := s.game.OpenActor(); {
		case !s.State().Running:
			do(t, s, "begin warehouse fresh", "initiative")
		case a != nil:
			if _, err := s.Do(command.Command{Line: "attack " + foeOf(s, a)}); err != nil {
				do(t, s, "wait")
			}
		default:
			if err := parried(s, "next"); rules.IsRefusal(err) {
				do(t, s, "finish")
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// parried carries a line out that is answered with a parry, and any other question not at all.
func parried(s *Session, line string) error {
	c := command.Command{Line: line, Answers: map[string]string{}}
	for {
		_, err := s.Do(c)
		var need *rules.Need
		if !errors.As(err, &need) {
			return err
		}
		c.Answers[need.Key] = rules.NoAnswer
		for _, choice := range need.Choices {
			if strings.HasPrefix(choice.Name, "parry") {
				c.Answers[need.Key] = choice.Name
			}
		}
	}
}

func foeOf(s *Session, a *rules.Actor) string {
	for _, b := range s.State().Actors {
		if ok, _ := b.CanAct(s.game.Rules); ok && b.Side != a.Side {
			return b.Key
		}
	}
	return a.Key
}

// duel is a fight of two with dice that are known. Kira declares as entry 9 and strikes as entry 10: 50 against 60.9,
// on the chest.
func duel(t testing.TB, dir string) *Session {
	s := opened(t, sample(t), dir, 1)
	do(t, s, "begin warehouse fresh")
	for _, a := range s.State().Actors {
		if a.Key != "kira" && a.Key != "grell" && a.Key != "bram" {
			do(t, s, "remove "+a.Key)
		}
	}
	do(t, s, "turn kira 1", "next", "attack grell with sabre", "next, answer none dice 50 20 3 4 4 3")
	return s
}

// said finds the last standing entry of a line that begins so.
func said(t testing.TB, s *Session, line string) int64 {
	t.Helper()
	for _, l := range slices.Backward(s.LinesInForce()) {
		if strings.HasPrefix(l.record.payload().Line, line) {
			return l.Seq()
		}
	}
	t.Fatalf("nobody said %s", line)
	return 0
}

// afresh plays what stands once more from the start in a new session, with the dice and answers of each entry as if
// they were typed: what a game master would have got who had made no mistake. It gives the states after each entry.
func afresh(t testing.TB, s *Session) *rules.State {
	t.Helper()
	other := opened(t, s.game.Campaign, "", 9)
	for _, l := range s.LinesInForce() {
		if l.record.isPastChange {
			continue
		}
		told := l.record.payload()
		line := told.Line
		if before, _, found := command.CutLast(withoutReason(line), "dice"); found {
			line = before + reasonText(line)
		}
		if a := other.game.OpenActor(); told.Who != "" && a != nil && a.Key != told.Who {
			if p, err := other.game.Parse(line); err == nil && p.Who == "" && (p.Action != nil || p.Verb == "check") {
				line = told.Who + ": " + line
			}
		}
		c := command.Command{Line: line, Answers: told.Answers}
		for _, die := range told.Dice {
			c.Faces = append(c.Faces, die.Result)
		}
		if _, err := other.Do(c); err != nil {
			t.Fatalf("afresh: entry %d, %s: %v", l.Seq(), line, err)
		}
	}
	return other.State()
}

func mustEqual(t testing.TB, what string, got, want *rules.State) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %s", what, difference(got, want))
	}
}

func mustVerify(t testing.TB, s *Session) {
	t.Helper()
	if _, err := s.Verify(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.CheckDice(); err != nil {
		t.Fatal(err)
	}
}

// mended plans a line, accepts it and holds it to everything that must be true of a mended past.
func mended(t testing.TB, s *Session, c command.Command) *Amendment {
	t.Helper()
	before, undo := s.State(), s.UndoLabel()
	if _, err := s.Do(c); err != nil {
		t.Fatalf("%s: %v", c.Line, err)
	}
	if s.State() != before || s.UndoLabel() != undo {
		t.Fatalf("%s: it is only planned, and something has happened", c.Line)
	}
	plan := *s.Plan()
	entry := do(t, s, "accept")
	after := s.State()
	mustEqual(t, "accepted", after, plan.State)
	mustEqual(t, "played without the mistake", after, afresh(t, s))
	mustVerify(t, s)
	if s.UndoLabel() != entry.Title || entry.Title != plan.Title {
		t.Errorf("undo would take back %q, want %q", s.UndoLabel(), plan.Title)
	}
	do(t, s, "undo")
	mustEqual(t, "undone", s.State(), before)
	mustVerify(t, s)
	do(t, s, "redo")
	mustEqual(t, "redone", s.State(), after)
	return &plan
}

// TestMendForgottenModifier mends a modifier that was forgotten ten actions ago.
func TestMendForgottenModifier(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	dir := t.TempDir()
	s := duel(t, dir)
	pft := s.State().Find("grell").Levels
	do(t, s, "initiative")
	brawl(t, s, 40)
	plan := mended(t, s, command.Command{Line: fmt.Sprintf("mend %d, df -4 because it was dark", said(t, s, "attack grell with sabre"))})
	if e := &plan.Entries[1]; !strings.Contains(e.Was, "50≤60.9") || !strings.Contains(e.Now, "50>40.9") {
		t.Errorf("the blow was %s\nand is %s", e.Was, e.Now)
	}
	if len(plan.Entries) < 20 || len(pft) == 0 {
		t.Errorf("only %d entries came after", len(plan.Entries))
	}
	text := strings.Join(plan.Lines(), "\n")
	if !strings.Contains(text, "now Grell: PBD ") {
		t.Errorf("who gains is not said:\n%s", text)
	}
	after, log := s.State(), len(s.Log())
	s.Close()
	s = opened(t, s.game.Campaign, dir, 2)
	mustEqual(t, "opened again", s.State(), after)
	if len(s.Log()) != log || s.UndoLabel() != plan.Title {
		t.Errorf("opened again: %d lines, undo %q; want %d, %q", len(s.Log()), s.UndoLabel(), log, plan.Title)
	}
	mustVerify(t, s)
	for s.UndoLabel() != "" {
		do(t, s, "undo")
	}
	if st := s.State(); st.Running || len(st.Actors) > 0 {
		t.Errorf("everything is undone, and there is %+v", st)
	}
}

// TestMendWrongTarget asks what was not asked then, and keeps the dice of the blow.
func TestMendWrongTarget(t *testing.T) {
	s := duel(t, "")
	do(t, s, "turn grell 40")
	line := fmt.Sprintf("mend %d attack bram with sabre", said(t, s, "attack"))
	strike := said(t, s, "next, answer none")
	need := asked(t, s, command.Command{Line: line})
	if want := fmt.Sprintf("%d:bram.answer", strike); need.Key != want || need.Who != "bram" || !strings.HasPrefix(need.Text, fmt.Sprintf("entry %d: ", strike)) {
		t.Errorf("asked for %+v, want the key %s", need, want)
	}
	plan := mended(t, s, command.Command{Line: line, Answers: map[string]string{need.Key: rules.NoAnswer}})
	if now := plan.Entries[1].Now; !strings.Contains(now, "in the chest") || !strings.Contains(now, "50≤59.4 · damage 2d6+4: 3 4 = 11") || !strings.Contains(now, "Bram PFT") {
		t.Errorf("the blow is %s", now)
	}
	do(t, s, "undo")
	mended(t, s, command.Command{Line: line + ", answer none"})
	if list := s.game.Differences(s.State()); len(list) > 0 {
		t.Errorf("nothing differs from itself, but: %v", list)
	}
}

// TestMendTypedDie changes what a die shows; it is marked as typed, and those that are not needed any more are kept
// for later.
func TestMendTypedDie(t *testing.T) {
	s := duel(t, "")
	strike := said(t, s, "next, answer none")
	plan := mended(t, s, command.Command{Line: fmt.Sprintf("mend %d dice 99", strike)})
	if now := plan.Entries[0].Now; !strings.Contains(now, "99>60.9 ") || strings.Contains(now, "chest") {
		t.Errorf("the blow is %s", now)
	}
	again := said(t, s, "next, answer none")
	entry, err := s.Entry(again)
	if err != nil || !entry.Dice[0].Typed || entry.Dice[0].Result != 99 {
		t.Errorf("dice %+v, %v", entry.Dice, err)
	}
	plan = mended(t, s, command.Command{Line: fmt.Sprintf("mend %d dice 1=50", again)})
	if now := plan.Entries[0].Now; !strings.Contains(now, "to hit 50≤60.9 · damage 2d6+4: 3 4 = 11") || len(plan.Entries[0].New) > 0 {
		t.Errorf("the blow is %s, with new dice %v", now, plan.Entries[0].New)
	}
	for _, row := range []struct{ line, want string }{
		{"mend %d dice 101", "Die 1 is a d100 for to hit and has no 101. Type 1 to 100."},
		{"mend %d dice - - 7", "Die 3 is a d6 for damage and has no 7. Type 1 to 6."},
		{"mend %d dice - - - - - - - 3", "This rolls 6 dice. Remove the last."},
		{"mend %d dice 99 99", "Die 2, a d100 for location, is no longer rolled. Remove it."},
		{"mend %d dice", "Type the dice in order"},
		{"mend %d dice x", "“x” isn't a die. Type numbers such as 17 5."},
	} {
		line := fmt.Sprintf(row.line, said(t, s, "next, answer none"))
		if got := refused(t, s, command.Command{Line: line}); !strings.Contains(got, row.want) {
			t.Errorf("%s: got %q, want %q", line, got, row.want)
		}
	}
}

// TestMendDieWithAnswer: a die that cannot be is refused, and what was answered then is not asked again.
func TestMendDieWithAnswer(t *testing.T) {
	s := duel(t, "")
	do(t, s, "turn kira 20", "turn grell 60", "turn bram 61", "next", "attack grell with sabre")
	entry, err := s.Do(command.Command{Line: "next", Answers: map[string]string{"grell.answer": "none"}})
	if err != nil {
		t.Fatal(err)
	}
	want := "Die 1 is a d100 for to hit and has no 420. Type 1 to 100."
	if got := refused(t, s, command.Command{Line: fmt.Sprintf("mend %d dice 420", entry.Seq)}); !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestChangeIsTold: the dashboard's log shows the entry that was changed and the effects, with short names.
func TestChangeIsTold(t *testing.T) {
	s := duel(t, "")
	do(t, s, fmt.Sprintf("mend %d dice 99", said(t, s, "next, answer none")), "accept")
	log, text := s.Log(), ""
	told := log[len(log)-1].LogEntry()
	for _, spans := range [][]logtext.Span{told.SentenceSpans, {{Text: " "}}, told.Numbers} {
		for _, span := range spans {
			text += span.Text
		}
	}
	if !strings.HasPrefix(text, "Changes entry ") || !strings.Contains(text, " Grell PFT ") {
		t.Errorf("told %s", text)
	}
}

// TestChangesHaveATime: an amended past and a return to an earlier entry have the time of day, like everything else at rest.
func TestChangesHaveATime(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "gather", "hurt dov 5", "pass 20 min", "note one", "amend 2 drop", "back to 3")
	for _, l := range s.Log() {
		if l.LogEntry().When == "" {
			t.Errorf("no time: %s", l.Text())
		}
	}
}

// TestMendNewDie needs a die that was not there: it is rolled once, asked for where dice are typed, and the plan made
// again shows the same.
func TestMendNewDie(t *testing.T) {
	for _, seeded := range []bool{false, true} {
		s := duel(t, "")
		if seeded {
			var err error
			if s, _, err = Open(sample(t), Options{Clock: ticking()}); err != nil {
				t.Fatal(err)
			}
			do(t, s, "begin warehouse fresh", "turn kira 1", "next", "attack grell with sabre", "next, answer none dice 99")
		} else {
			do(t, s, "undo", "next, answer none dice 99 3 3")
		}
		line := fmt.Sprintf("mend %d, overrule hit made", said(t, s, "next, answer none"))
		do(t, s, line)
		first := s.Plan().Entries[0].New
		if len(first) < 3 {
			t.Fatalf("new dice %v, want a location and damage", first)
		}
		do(t, s, "refuse", line)
		if second := s.Plan().Entries[0].New; !reflect.DeepEqual(first, second) {
			t.Errorf("planned again, %v became %v", first, second)
		}
		do(t, s, "refuse")
		do(t, s, "dice all")
		c := command.Command{Line: line, Typed: true, Dice: map[string][]int{}}
		for {
			_, err := s.Do(c)
			var need *rules.Need
			if !errors.As(err, &need) {
				break
			}
			if need.Die == 0 {
				t.Fatalf("asked for %+v", need)
			}
			c.Dice[need.Who] = append(c.Dice[need.Who], 1)
		}
		if got := s.Plan().Entries[0].New; len(got) < 3 || !got[0].Typed || got[0].Result != 1 {
			t.Errorf("typed dice came out as %v", got)
		}
		do(t, s, "refuse")
		mended(t, s, command.Command{Line: line})
	}
}

// TestMendDrop lets a blow never have happened: who declared it waits, and the rest goes on.
func TestMendDrop(t *testing.T) {
	s := duel(t, "")
	do(t, s, "set bram PFT -3")
	plan := mended(t, s, command.Command{Line: fmt.Sprintf("mend %d drop because she was not there", said(t, s, "attack"))})
	if len(plan.Entries) != 4 || plan.Entries[0].Now != "" || plan.Entries[1].Now != "Kira waits." || plan.Entries[2].Refused == "" || !plan.Entries[3].Same {
		t.Errorf("the plan is %s", strings.Join(plan.Lines(), "\n"))
	}
	if k := s.State().Find("kira"); !k.Waiting {
		t.Errorf("Kira does not wait")
	}
	if got := refused(t, s, command.Command{Line: fmt.Sprintf("mend %d drop", said(t, s, "next"))}); !strings.Contains(got, "`next` can't be deleted") {
		t.Error(got)
	}
}

// TestMendRefusesLater keeps what no longer makes sense out, says why, and goes on with the rest.
func TestMendRefusesLater(t *testing.T) {
	s := duel(t, "")
	do(t, s, "turn kira 60", "next", "attack bram", "next, answer none", "turn kira 100", "next", "attack grell", "next, answer none", "note it is over")
	blow := said(t, s, "attack bram")
	plan := mended(t, s, command.Command{Line: fmt.Sprintf("mend %d before remove bram", blow)})
	var gone []string
	for _, e := range plan.Entries {
		if e.Refused != "" {
			gone = append(gone, e.Refused)
		}
	}
	if len(gone) == 0 || !strings.HasPrefix(gone[0], "Bram Teague isn't in this scene") {
		t.Errorf("refused: %q", gone)
	}
	if last := plan.Entries[len(plan.Entries)-1]; !last.Same {
		t.Errorf("the note did not come out as it was: %+v", last)
	}
	if a := s.State().Find("bram"); a != nil {
		t.Error("Bram is still here")
	}
}

// TestMendArmour reads the sheets anew where the line that read them is said again, and only there.
func TestMendArmour(t *testing.T) {
	dir := t.TempDir()
	grell, err := os.ReadFile("../characters/grell.yaml")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("campaign.yaml", "campaign: {label: Own}\ncast: [grell]\n")
	write("encounters/pier.yaml", "encounter: {label: Pier}\ncombatants:\n  kira: {side: party}\n  grell: {side: gang}\n")
	write("characters/grell.yaml", string(grell))
	c, err := campaign.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, c, "", 1)
	do(t, s, "begin pier", "turn kira 1", "next", "attack grell with sabre", "next, answer none dice 50 20 3 4 4 3", "add grell as twin")
	write("characters/grell.yaml", strings.ReplaceAll(string(grell), "chest: chain_on_leather", "chest: leather"))
	plan, err := s.Amend(2, Correction{})
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Effects) > 0 {
		t.Errorf("nothing was changed, and %s", plan.Effects)
	}
	plan, err = s.Amend(1, Correction{Line: "begin pier"})
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Effects) != 1 || !strings.HasPrefix(plan.Effects[0].String(), "Grell: PFT ") {
		t.Errorf("effects %q", plan.Effects)
	}
	if _, err := s.Accept(plan); err != nil {
		t.Fatal(err)
	}
	mustVerify(t, s)
}

// TestMendMore plans one change beside another, and the second without the first.
func TestMendMore(t *testing.T) {
	s := duel(t, "")
	do(t, s, "set bram PFT -3", "set bram PEX -3")
	first, second := said(t, s, "set bram PFT"), said(t, s, "set bram PEX")
	do(t, s, fmt.Sprintf("mend %d set bram PFT -5", first), fmt.Sprintf("mend %d drop", second))
	if got := s.Plan().Effects; len(got) != 1 || !strings.Contains(got[0].String(), "(−2)") || !strings.Contains(got[0].String(), "(+3)") {
		t.Errorf("effects %q", got)
	}
	if got := strings.Join(do(t, s, "mend").Lines, "\n"); got != strings.Join(s.Plan().Lines(), "\n") {
		t.Errorf("the plan shown is %s", got)
	}
	do(t, s, "refuse", fmt.Sprintf("mend %d drop", second))
	if got := s.Plan().Effects; len(got) != 1 || strings.Contains(got[0].String(), "(−2)") {
		t.Errorf("effects %q", got)
	}
	do(t, s, "note something else")
	for _, row := range []struct{ line, want string }{
		{"accept", "The session has changed since"},
		{"refuse", "No amendment is planned"},
		{"accept it", "takes no words"},
		{"mend", "Name an entry"},
		{"mend x drop", "“x” isn't an entry number. `history` lists them."},
		{"mend 999 drop", "No entry 999. `history` lists them."},
		{"mend 0 drop", "No entry 0."},
		{fmt.Sprintf("mend %d attack grell with what", first), fmt.Sprintf("Entry %d: ", first)},
		{fmt.Sprintf("mend %d undo", first), "“undo” can't be added to the past"},
		{fmt.Sprintf("mend %d drop it", first), "`drop` takes no words"},
		{fmt.Sprintf("mend %d after dance", first), "No command or action named “dance”"},
		{"back to 999", "No entry 999. `history` lists them."},
		{"back", "Name an entry, such as"},
		{"history x", "`history` takes one whole number"},
	} {
		if got := refused(t, s, command.Command{Line: row.line}); !strings.Contains(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.line, got, row.want)
		}
	}
	if got := do(t, s, fmt.Sprintf("mend %d", first)).Lines; len(got) != 3 || got[1] != "said: set bram PFT -3" {
		t.Errorf("what may be mended: %q", got)
	}
}

// TestStalePlan is a plan that something else overtook.
func TestStalePlan(t *testing.T) {
	s := duel(t, "")
	plan, err := s.Amend(said(t, s, "attack"), Correction{Drop: true})
	if err != nil {
		t.Fatal(err)
	}
	do(t, s, "note something else")
	if _, err := s.Accept(plan); err == nil || !strings.Contains(err.Error(), "The session has changed since") {
		t.Errorf("got %v", err)
	}
	if _, err := s.Accept(Amendment{}); err == nil {
		t.Error("nothing was planned, and it was accepted")
	}
}

// TestMendNothing decides a long fight again from any entry without a change: it comes out the same.
func TestMendNothing(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c := sample(t)
	for seed := range 6 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWalk(t, c, uint64(seed+100))
			for range 250 {
				w.step()
			}
			var list []int64
			for _, l := range w.s.LinesInForce() {
				list = append(list, l.Seq())
			}
			for n := range 8 {
				if len(list) == 0 {
					break
				}
				seq := list[n*(len(list)-1)/7]
				plan, err := w.s.Amend(seq, Correction{})
				if err != nil {
					t.Fatalf("from entry %d: %v", seq, err)
				}
				for _, e := range plan.Entries {
					if !e.Same || e.Was != e.Now || len(e.New) > 0 {
						t.Fatalf("from entry %d: entry %d was %s\nnow %s%s, new dice %v", seq, e.Seq, e.Was, e.Now, e.Refused, e.New)
					}
				}
				mustEqual(t, "nothing changed", plan.State, w.s.State())
			}
		})
	}
}

// TestRandomMends mends random walks at random, and holds each to everything that must be true.
func TestRandomMends(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	seeds, times := 4, 12
	if *long {
		seeds, times = 60, 60
	}
	c := sample(t)
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWalk(t, c, uint64(seed+500))
			for range times {
				for range 25 {
					w.step()
				}
				w.mend()
				if t.Failed() {
					t.FailNow()
				}
			}
			w.reopen()
			mustVerify(t, w.s)
			for w.s.UndoLabel() != "" {
				do(t, w.s, "undo")
			}
			if s := w.s.State(); s.Running || len(s.Actors) > 0 {
				t.Errorf("everything is undone, and there is still %+v", s)
			}
		})
	}
}

// mend changes something in the past, and looks whether everything holds.
func (w *walk) mend() {
	t, s := w.t, w.s
	lines := s.lastLinesInForce(40)
	if len(lines) == 0 {
		return
	}
	line := lines[w.Rng.IntN(len(lines))]
	if line.record.isPastChange {
		return
	}
	c := command.Command{Line: fmt.Sprintf("mend %d%s", line.Seq(), w.OneOf(" drop", ", df -6", " dice 99", " dice 1", " before "+w.ManualChange(), " after "+w.ManualChange(),
		" "+w.ManualChange(), ", overrule hit made", ", overrule hit missed", ", answer none", " next", " before "+w.OneOf("next", "put kira prone", "set grell PFT 0")))}
	c.Answers = map[string]string{}
	before := s.State()
	for {
		_, err := s.Do(c)
		var need *rules.Need
		if errors.As(err, &need) {
			choices := append([]rules.Answer{{Name: rules.NoAnswer}}, need.Choices...)
			c.Answers[need.Key] = choices[w.Rng.IntN(len(choices))].Name
			continue
		}
		if s.State() != before {
			t.Fatalf("%s: it is only planned, and something has happened", c.Line)
		}
		var refusal *rules.Refusal
		if errors.As(err, &refusal) {
			oneLine(t, c.Line, refusal.Text)
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", c.Line, err)
		}
		break
	}
	for _, text := range s.Plan().Lines() {
		oneLine(t, c.Line, text)
	}
	if w.Rng.IntN(4) == 0 {
		do(t, s, "refuse")
		return
	}
	entry := do(t, s, "accept")
	w.follow(c.Line, Entry{})
	w.shadow[len(w.shadow)-1] = w.folded(entry)
	w.same(c.Line)
	w.sound(c.Line)
	mustVerify(t, s)
	if w.Rng.IntN(3) == 0 {
		do(t, s, "undo")
		mustEqual(t, "undone", s.State(), before)
		do(t, s, "redo")
	}
}

// folded is the sum of what stands, worked out from the events as they are written down.
func (w *walk) folded(Entry) *rules.State {
	state := &rules.State{}
	for _, l := range w.s.LinesInForce() {
		events, err := l.record.decodeEvents()
		if err != nil {
			w.t.Fatal(err)
		}
		data, err := json.Marshal(events)
		if err != nil {
			w.t.Fatal(err)
		}
		var again []rules.Event
		if err := json.Unmarshal(data, &again); err != nil {
			w.t.Fatal(err)
		}
		if state, err = w.s.game.Rules.Apply(state, again); err != nil {
			w.t.Fatal(err)
		}
	}
	return state
}

// TestMendTorn cuts the power while a mended past is written: it is there whole, or the old one is.
func TestMendTorn(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	dir := t.TempDir()
	s := duel(t, dir)
	do(t, s, "initiative")
	brawl(t, s, 12)
	before := s.State()
	path := SessionPath(dir, s.game.Campaign)
	s.checkpoint() // so that -wal is written from its start again
	do(t, s, fmt.Sprintf("mend %d, df -4", said(t, s, "attack grell with sabre")), "accept")
	after := s.State()
	data, wal := contents(t, path), contents(t, path+"-wal")
	other := t.TempDir()
	seen := [2]int{}
	for n := range 25 {
		cut := len(wal) * n / 24
		os.Remove(SessionPath(other, s.game.Campaign) + ".lock")
		for tail, bytes := range map[string][]byte{"": data, "-wal": wal[:cut]} {
			if err := os.WriteFile(SessionPath(other, s.game.Campaign)+tail, bytes, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		torn := opened(t, s.game.Campaign, other, 3)
		if reflect.DeepEqual(torn.State(), after) {
			seen[1]++
		} else {
			mustEqual(t, fmt.Sprintf("cut at %d of %d", cut, len(wal)), torn.State(), before)
			seen[0]++
		}
		if n%12 == 0 {
			mustVerify(t, torn)
		}
		torn.Close()
	}
	if seen[0] == 0 || seen[1] == 0 {
		t.Errorf("found the old and the new past %v times", seen)
	}
}

func contents(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// BenchmarkMend decides the last 200 entries of a fight again, without what it takes to write them down, and with it.
func BenchmarkMend(b *testing.B) {
	s := opened(b, sample(b), b.TempDir(), 1)
	brawl(b, s, 240)
	list := s.lastLinesInForce(200)
	if len(list) < 200 {
		b.Fatalf("it was over after %d entries", len(list))
	}
	dice := 0
	for _, l := range list {
		dice += len(l.record.payload().Dice)
	}
	seq := list[0].Seq()
	b.Run("plan_200", func(b *testing.B) {
		for b.Loop() {
			if plan, err := s.Amend(seq, Correction{}); err != nil || len(plan.Entries) != 200 {
				b.Fatal(err, len(plan.Entries))
			}
		}
		b.ReportMetric(float64(dice), "dice")
	})
	b.Run("accept_200", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			plan, err := s.Amend(seq, Correction{})
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			if _, err := s.Accept(plan); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			do(b, s, "undo")
			b.StartTimer()
		}
	})
	b.Run("undo_redo_of_it", func(b *testing.B) {
		plan, err := s.Amend(seq, Correction{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Accept(plan); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			do(b, s, "undo", "redo")
		}
		do(b, s, "undo") // so that it can be done again
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Verify(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestMendDoesNotRunAhead lets a turn come only after the present: time does not go there.
func TestMendDoesNotRunAhead(t *testing.T) {
	s := duel(t, "")
	do(t, s, "note the end")
	count := s.State().Count
	plan := mended(t, s, command.Command{Line: fmt.Sprintf("mend %d before turn kira 500", said(t, s, "attack"))})
	var gone []string
	for _, e := range plan.Entries {
		if e.Refused != "" {
			gone = append(gone, e.Refused)
		}
	}
	want := []string{"Kira Vance acts at count 500; it's count 1. Type `next` to advance.", "It no longer happens by count 8."}
	if !slices.Equal(gone, want) {
		t.Errorf("refused: %q, want %q", gone, want)
	}
	if now := s.State().Count; now > count {
		t.Errorf("it is count %g, and was %g", now, count)
	}
}

// TestMendTellsProgress: what is decided again, and what is written of it, is told entry by entry, up to all of it.
func TestMendTellsProgress(t *testing.T) {
	s := opened(t, sample(t), t.TempDir(), 1)
	do(t, s, "begin warehouse", "note one", "note two", "note three")
	var told []string
	OnProgress(s, func(done, of int, _ bool) bool { told = append(told, fmt.Sprint(done, "/", of)); return false })
	do(t, s, "mend 2 drop")
	if got, want := strings.Join(told, " "), "0/3 1/3 2/3 3/3"; !strings.HasSuffix(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
	told = nil
	do(t, s, "accept")
	if got, want := strings.Join(told, " "), "0/3 1/3 2/3 3/3"; got != want {
		t.Errorf("of accepting it told is %q, want %q", got, want)
	}
}

// TestMendMayBeLeft: a past that is decided again is left where that is said, at any entry, and nothing has changed.
func TestMendMayBeLeft(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse", "note one", "note two", "note three")
	mend := func(leave int) (asked int, err error) {
		OnProgress(s, func(_, _ int, plan bool) bool {
			if plan {
				asked++
			}
			return plan && asked == leave
		})
		_, err = s.Do(command.Command{Line: "mend 2 drop"})
		return asked, err
	}
	most, err := mend(0)
	if err != nil || s.Plan() == nil || most < 3 {
		t.Fatalf("asked %d times, and then %v", most, err)
	}
	do(t, s, "refuse")
	before, log := s.State(), len(s.Log())
	for leave := 1; leave <= most; leave++ {
		if _, err := mend(leave); err == nil || err.Error() != "Cancelled. The past is unchanged." {
			t.Errorf("left when asked %d times, it says %v", leave, err)
		}
		if s.State() != before || len(s.Log()) != log || s.Plan() != nil {
			t.Errorf("left when asked %d times, something has changed", leave)
		}
	}
}

// TestMendIsAmend amends by the old word, and by the beginning of the new one.
func TestMendIsAmend(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse", "set bram PFT -5")
	for _, line := range []string{"mend %d set bram PFT -3", "amend %d set bram PFT -2", "ame %d set bram PFT -1"} {
		if plan := mended(t, s, command.Command{Line: fmt.Sprintf(line, said(t, s, "set bram"))}); len(plan.Effects) == 0 {
			t.Errorf("%s changes nothing", line)
		}
	}
}
