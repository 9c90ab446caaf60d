package players

import (
	"encoding/json"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// secretive is a session of the campaign in which two know little of two others.
// A secret condition that holds by a formula is on no page.
func TestSecretConditionThatHoldsIsNotShown(t *testing.T) {
	files := gmtest.SecretFiles(t)
	files["tables/own.yaml"] = "conditions: {doomed: {holds: PFT.now < 1000, secret: true, bad: true, cannot: [act]}, hale: {holds: PFT.now < 1000}}"
	s := opened(t, gmtest.OpenFiles(t, files))
	gmtest.Do(t, s, "begin hatch", "set dov PFT -1")
	for _, key := range []string{"kira", TableSeat} {
		seen, err := NewTelling(s).SeatViewOf(key)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(seen)
		if strings.Contains(string(text), "Doomed") || !strings.Contains(string(text), "Hale") {
			t.Errorf("%s sees %s", key, text)
		}
	}
}

func secretive(t testing.TB, lines ...string) *gm.Session {
	t.Helper()
	c := gmtest.Campaign(t, "../testdata/secrets", nil)
	s, _, err := gm.Open(c, gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, append([]string{"begin hatch"}, lines...)...)
	return s
}

// page is all that a player may know, as text.
func page(t testing.TB, s *gm.Session, key string) string {
	t.Helper()
	seen, err := NewTelling(s).SeatViewOf(key)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.MarshalIndent(seen, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What only the game master knows changes nothing of what any player may know, and what is revealed does: each row has
// two ways in which a fight may have gone that differ in one secret.
func TestNothingLeaks(t *testing.T) {
	ready := []string{"turn kira 1", "turn dov 5", "turn mate 60", "turn hanne 3", "turn shooter 50", "next"}
	for _, row := range []struct {
		name     string
		one, two []string
		shows    bool
	}{
		{"a mental pool of another", []string{"set hanne MFT -9"}, nil, false},
		{"a wound that shows", []string{"set hanne PFT -9"}, nil, true},
		{"a secret condition by hand", []string{"put kira prone, secret"}, nil, false},
		{"the same, not in secret", []string{"put kira prone"}, nil, true},
		{"a condition that is secret by its nature", []string{"put kira surprised"}, nil, false},
		{"the end of a secret condition", []string{"put kira prone, secret", "end kira prone"}, nil, false},
		{"a modifier by hand", []string{"turn hanne 60", "check sword, df -4", "next"}, []string{"turn hanne 60", "check sword", "next"}, false},
		{"a condition of one who hides", []string{"put shooter unseen", "put shooter prone"}, []string{"put shooter unseen"}, false},
		{"a wound of one who hides", []string{"put shooter unseen", "set shooter PFT -9"}, []string{"put shooter unseen"}, false},
		{"one who hides takes a turn and moves the clock", []string{"put shooter unseen", "turn shooter 2", "wait", "next", "shooter: wait", "set kira PFT -1"},
			[]string{"put shooter unseen", "wait", "set kira PFT -1"}, false},
		{"what another one wears under a cloak", []string{"put hanne cloaked"}, nil, true},
		{"a note", []string{"note the mate is a traitor"}, nil, false},
		{"what was undone", []string{"set kira PFT -3", "undo"}, nil, false},
		{"a reason", []string{"set kira PFT -3 because of poison"}, []string{"set kira PFT -3"}, false},
		{"a whisper to another", []string{"whisper dov she lies"}, nil, false},
		{"a whisper", []string{"whisper kira he lies"}, nil, true},
		{"what another learns", []string{"reveal hanne PFT to dov"}, nil, false},
		{"what is learnt", []string{"reveal hanne PFT to kira"}, nil, true},
		{"a picture for another", []string{"show map.png to dov"}, nil, false},
		{"a line at hand", []string{"favourite hanne next"}, nil, false},
		{"when another acts", []string{"turn hanne 30"}, nil, false},
		{"what is told of another's side", []string{"add grell as spy side gang", "put spy unseen"}, []string{"add grell as spy side party", "put spy unseen"}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			one := page(t, secretive(t, append(ready[:len(ready):len(ready)], row.one...)...), "kira")
			two := page(t, secretive(t, append(ready[:len(ready):len(ready)], row.two...)...), "kira")
			if shows := one != two; shows != row.shows {
				t.Errorf("differs: %t, want %t\n%s", shows, row.shows, difference(one, two))
			}
		})
	}
}

// difference is the first line in which two texts differ.
func difference(one, two string) string {
	a, b := strings.Split(one, "\n"), strings.Split(two, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return a[i] + "\n" + strings.Join(b[min(i, len(b)):min(i+1, len(b))], "")
		}
	}
	return "it is the same, as far as the first goes"
}

// One who is not seen is not named to the one he strikes, nor is his weapon; and neither is one whose name is not known.
func TestAnUnseenAttackerIsNotNamed(t *testing.T) {
	lines := []string{"turn shooter 1", "next", "attack kira", "next, answer none dice 1 40 3"}
	for _, row := range []struct {
		name      string
		before    []string
		want, not string
	}{
		{"unseen", []string{"put shooter unseen"}, "Something hits you in the ", "Tilde crossbow loft attack"},
		{"seen", nil, "A shadow in the loft shoots you squarely in the ", "Tilde"},
		{"known", []string{"reveal shooter"}, "Tilde shoots you squarely in the ", "shadow"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := secretive(t, append(row.before, lines...)...)
			seen, err := NewTelling(s).SeatViewOf("kira")
			if err != nil {
				t.Fatal(err)
			}
			text := seen.Log[len(seen.Log)-1].Text
			if !strings.Contains(text, row.want) {
				t.Errorf("got %s, want %s", text, row.want)
			}
			for _, word := range strings.Fields(row.not) {
				if strings.Contains(text, word) {
					t.Errorf("%s stands in: %s", word, text)
				}
			}
		})
	}
}

// What is asked of a player says who strikes, and how, as far as the character sees it. About an attack that isn't seen
// nothing is asked.
func TestQuestionOfASeat(t *testing.T) {
	for _, row := range []struct{ name, before, who, deed, with string }{
		{"unseen", "put shooter unseen", "", "", ""},
		{"seen", "note nothing", "a shadow in the loft", "Attack", "Light crossbow"},
		{"known", "reveal shooter", "One-Eyed Tilde", "Attack", "Light crossbow"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := secretive(t, row.before, "turn shooter 1", "next", "attack kira")
			if _, err := s.Do(command.Command{Line: "next"}); s.OpenQuestion() == nil {
				t.Fatalf("nothing is asked: %v", err)
			}
			seen, err := NewTelling(s).SeatViewOf("kira")
			if err != nil {
				t.Fatal(err)
			}
			if q := seen.Question; row.who == "" {
				if q != nil {
					t.Errorf("asked %+v", q)
				}
			} else if q == nil || q.Who != row.who || q.Deed != row.deed || q.With != row.with || len(q.Choices) == 0 {
				t.Errorf("got %+v", q)
			}
			if other, err := NewTelling(s).SeatViewOf("dov"); err != nil || other.Question != nil {
				t.Errorf("another one is asked, too: %+v, %v", other.Question, err)
			}
		})
	}
}

// TestANameThatIsTakenBack lets an actor be called again as before.
func TestANameThatIsTakenBack(t *testing.T) {
	s := secretive(t, "turn kira 2", "next")
	called := func() (names string) {
		seen, err := NewTelling(s).SeatViewOf("kira")
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range seen.Others {
			names += o.Name + "\n"
		}
		return names
	}
	before := called()
	gmtest.Do(t, s, "reveal hanne to kira")
	told := called()
	gmtest.Do(t, s, "conceal hanne name from kira")
	if again := called(); told == before || again != before {
		t.Errorf("called %q, when revealed %q, then %q", before, told, again)
	}
}

// TestLimitOfACondition shows how long a condition lasts to its own player, where the condition says so, and to nobody else.
func TestLimitOfACondition(t *testing.T) {
	files := gmtest.SecretFiles(t)
	files["tables/own.yaml"] = "conditions: {blest: {limit: open}, marked: {}}"
	s := opened(t, gmtest.OpenFiles(t, files))
	gmtest.Do(t, s, "begin hatch", "put kira blest for 40", "put kira marked for 50")
	if _, err := s.Do(command.Command{Line: "put kira blest for 60, secret"}); err == nil {
		t.Error("a limit of a condition that is known was changed in secret")
	}
	if text := page(t, s, "kira"); !strings.Contains(text, "for 4 s") || strings.Contains(text, "for 5 s") || strings.Contains(text, "for 6 s") {
		t.Errorf("Kira reads %s", text)
	}
	if text := page(t, s, "dov"); strings.Contains(text, "for 4 s") {
		t.Errorf("Dov reads %s", text)
	}
	gmtest.Do(t, s, "put kira marked for 4 min")
	for _, step := range []struct{ line, want string }{
		{"put kira blest for 10 min", "for 10 min"}, {"pass 4 min", "for 6 min"}, {"finish", "for 6 min"}, {"pass 1 min", "for 5 min"},
		{"pass 2 min by hanne", "for 3 min"}, {"initiative", "until count "},
	} {
		if gmtest.Do(t, s, step.line); !strings.Contains(page(t, s, "kira"), step.want) {
			t.Errorf("after %s Kira doesn't read %q: %s", step.line, step.want, page(t, s, "kira"))
		}
	}
}
