package players

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
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

// anew is what a player may know now, told from the start of all that was played.
func anew(t testing.TB, s *gm.Session, key string) *SeatView {
	t.Helper()
	log := NewLog(s.Game(), key)
	var passages []*Passage
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Undone {
			continue
		}
		if p, ok := log.Next(e); ok {
			passages = append(passages, &p)
		}
	}
	seen := log.SeatView(s.State())
	if seen != nil {
		seen.Log, seen.Question = passages[max(0, len(passages)-MaxPassages):], log.Question(s.State(), s.OpenQuestion())
	}
	return seen
}

func asBytes(t testing.TB, seen *SeatView) string {
	t.Helper()
	data, err := json.Marshal(seen)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A telling that rolls along with sessions played at random, with much undone, mended and gone back from, and rules that
// change meanwhile, tells the same as one from the start.
func TestTellingRollsAlong(t *testing.T) {
	gmtest.SkipIfShort(t)
	seeds, steps, apart := 1, 400, 25
	if *pairs >= 400 {
		seeds, steps, apart = 12, 600, 4
	}
	sample := gmtest.Sample(t)
	undone, passages := 0, 0
	for seed := range seeds {
		s, _, err := gm.Open(sample, gm.Options{Dir: t.TempDir(), Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{byte(seed)})})
		if err != nil {
			t.Fatal(err)
		}
		random := gmtest.NewRandom(uint64(seed), s.Game)
		telling := NewTelling(s)
		for i := range steps {
			line := random.Line()
			if i%2 == 0 || i%80 > 0 && strings.HasPrefix(line, "undo ") { // so that there is much to tell
				line = fmt.Sprintf("whisper %s word %d", []string{"kira", "dov"}[i/2%2], i)
			}
			if stands := s.LinesInForce(); len(stands) > 10 && i%9 == 0 { // none of these is often said at random
				far := 10
				if i%7 == 0 {
					far = len(stands)
				}
				before := stands[len(stands)-1-random.Rng.IntN(far)].Seq()
				line = []string{fmt.Sprint("back to ", before), "undo 3", fmt.Sprintf("mend %d, because of a mistake", before), fmt.Sprintf("mend %d drop", before)}[i/9%4]
			}
			_, err := gmtest.DoAtRandom(t, random, s, line)
			var refused *rules.Refusal
			if err != nil && !errors.As(err, &refused) {
				t.Fatalf("%s: %v", line, err)
			}
			if s.Do(command.Command{Line: "accept"}); i == steps/2 {
				c, err := campaign.Open(campaign.Sample, nil)
				if err == nil {
					_, err = s.Reload(c)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, key := range []string{"kira", "dov", "grell", TableSeat} { // not each of them every time
				if random.Rng.IntN(4) == 0 {
					continue
				}
				seen, err := telling.SeatViewOf(key)
				if err != nil {
					t.Fatal(err)
				}
				if i%apart != 0 && i != steps-1 {
					continue
				}
				if got, want := asBytes(t, seen), asBytes(t, anew(t, s, key)); got != want {
					t.Fatalf("seed %d, step %d, after %s: %s is told otherwise: %s", seed, i, line, key, firstDifference(got, want))
				}
				if seen != nil {
					for _, p := range seen.Log {
						passages = max(passages, int(p.Number))
					}
				}
			}
		}
		for key, a := range telling.accounts {
			if most := 2*bits.Len(uint(a.entryCount)) + 2; len(a.passages) > MaxPassages+sparePassages || len(a.marks) > most {
				t.Errorf("seed %d: after %d entries %d passages and %d marks are kept for %s", seed, a.entryCount, len(a.passages), len(a.marks), key)
			}
		}
		for _, l := range s.Log() {
			if l.IsUndone() {
				undone++
			}
		}
		s.Close()
	}
	t.Logf("%d entries undone, up to %d passages", undone, passages)
	if undone < 20*seeds || passages < MaxPassages {
		t.Errorf("%d entries undone, %d passages: too little for this test", undone, passages)
	}
}

// Rules that change tell what was played before otherwise, too.
func TestTellingUnderOtherRules(t *testing.T) {
	files := gmtest.SecretFiles(t)
	home := gmtest.Folder(t, files)
	open := func() *campaign.Campaign {
		c, err := campaign.Open(home, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	s := opened(t, open())
	telling := NewTelling(s)
	gmtest.Do(t, s, "begin hatch", "turn kira 2", "put kira prone")
	before, err := telling.SeatViewOf("kira")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(home, "tables"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "tables", "own.yaml"), []byte("conditions:\n  prone: {label: Flat, say: {put: \"{who lies} flat\"}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Reload(open()); err != nil {
		t.Fatal(err)
	}
	after, err := telling.SeatViewOf("kira")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := asBytes(t, after), asBytes(t, anew(t, s, "kira")); got != want || got == asBytes(t, before) {
		t.Errorf("told otherwise: %s", firstDifference(got, want))
	}
	if text := after.Log[len(after.Log)-1].Text; !strings.Contains(text, "flat") {
		t.Errorf("the log still says %s", text)
	}
}

// What was known of conditions is known again after an undo, however often it is done.
func TestTellingRemembersConditions(t *testing.T) {
	for name, lines := range map[string][]string{
		"of another":  {"put dov prone", "end dov prone"},
		"of one self": {"put kira prone", "end kira prone"},
		"a secret":    {"put kira prone, secret", "end kira prone"},
	} {
		t.Run(name, func(t *testing.T) {
			s := opened(t, gmtest.OpenFiles(t, gmtest.SecretFiles(t)))
			telling := NewTelling(s)
			gmtest.Do(t, s, "begin hatch", "turn kira 2", "next", lines[0])
			for range entriesPerMark {
				gmtest.Do(t, s, "whisper kira wait")
			}
			for range 3 {
				gmtest.Do(t, s, lines[1])
				seen, err := telling.SeatViewOf("kira")
				if err != nil {
					t.Fatal(err)
				}
				if got, want := asBytes(t, seen), asBytes(t, anew(t, s, "kira")); got != want {
					t.Fatalf("told otherwise: %s", firstDifference(got, want))
				}
				gmtest.Do(t, s, "undo")
				if _, err := telling.SeatViewOf("kira"); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestChancesGoByTheCount has a character advance, which helps an attack declared at the same count, and goes on to a later count. The
// character hasn't changed, but the chance on its sheet must.
func TestChancesGoByTheCount(t *testing.T) {
	s := opened(t, gmtest.OpenFiles(t, gmtest.SecretFiles(t)))
	telling := NewTelling(s)
	chance := func() float64 {
		seen, err := telling.SeatViewOf("kira")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := asBytes(t, seen), asBytes(t, anew(t, s, "kira")); got != want {
			t.Errorf("told otherwise: %s", firstDifference(got, want))
		}
		return seen.Own.Sheet.Section("weapons").Rows[0].Cells[1].Likely.InPercent()
	}
	gmtest.Do(t, s, "begin hatch", "turn kira 20", "turn dov 2", "turn hanne 9", "next")
	plain := chance()
	gmtest.Do(t, s, "put kira advancing")
	if better := chance(); better != plain+20 {
		t.Errorf("a chance of %v is %v for one who has just advanced", plain, better)
	}
	gmtest.Do(t, s, "dov: drop_prone", "next", "next")
	if now := chance(); now != plain {
		t.Errorf("a chance of %v is %v at the next turn", plain, now)
	}
	gmtest.Do(t, s, "undo")
	chance()
}

// A copy of a log must not change with it: it shares nothing but what does not change, or only grows.
func TestCloneSharesNothing(t *testing.T) {
	_, log := atTheHatch(t, "kira: attack hanne", "put kira unaware")
	var share func(one, two reflect.Value, name string)
	share = func(one, two reflect.Value, name string) {
		switch one.Kind() {
		case reflect.Struct:
			for i := range one.NumField() {
				share(one.Field(i), two.Field(i), name+"."+one.Type().Field(i).Name)
			}
		case reflect.Map:
			if one.Pointer() == two.Pointer() && !one.IsNil() {
				t.Errorf("%s is shared", name)
			}
			for _, key := range one.MapKeys() {
				share(one.MapIndex(key), two.MapIndex(key), name+"[…]")
			}
		case reflect.Pointer, reflect.Slice:
			if one.Pointer() == two.Pointer() && !one.IsNil() && name != ".game" && !slices.Contains([]reflect.Type{reflect.TypeFor[*acquaintance](), reflect.TypeFor[*glimpse](), reflect.TypeFor[[]story.Passage]()}, one.Type()) && one.Type() != reflect.TypeFor[*rules.Actor]() {
				t.Errorf("%s is shared", name)
			}
		}
	}
	share(reflect.ValueOf(log).Elem(), reflect.ValueOf(log.clone()).Elem(), "")
}
