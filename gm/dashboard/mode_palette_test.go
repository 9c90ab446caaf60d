package dashboard

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules/rulebook"
)

// TestFind holds what is found by a word to testdata/find.txt: the first rows, each with its group where that begins, what
// kind it is, and why it is refused; UPDATE=1 writes them anew. A line of the file that begins with
//
//	/  is a word that is looked for; what is found stands below
//	>  is a line that is played
//	#  is a remark
func TestFind(t *testing.T) {
	gmtest.SkipIfShort(t)
	data, err := os.ReadFile("testdata/find.txt")
	if err != nil {
		t.Fatal(err)
	}
	session := sampleSession(t)
	s := newStage(t, session, 80, 24)
	var out strings.Builder
	for _, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		mark, said, _ := strings.Cut(line, " ")
		switch mark {
		case "/":
			fmt.Fprintln(&out, line)
			out.WriteString(s.found(said))
		case ">":
			fmt.Fprintln(&out, line)
			play(t, session, said)
			s.d.followTurn("", nil)
		case "#":
			fmt.Fprintln(&out, line)
		case "":
			if line == "" && !strings.HasSuffix(out.String(), "\n\n") {
				fmt.Fprintln(&out)
			}
		}
	}
	got := strings.TrimRight(out.String(), "\n") + "\n"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("testdata/find.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(data), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("testdata/find.txt, line %d\n got %s\nwant %s", i+1, g[i], strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""))
		}
	}
}

// foundRows is how many rows of what is found a transcript shows.
const foundRows = 5

// found is what is found by some words.
func (s *stage) found(words string) string {
	s.d.overlays = nil
	s.d.openPalette()
	l := topOverlay[*picker](s.d)
	l.filter = words
	l.refreshItems()
	var out strings.Builder
	group := ""
	for _, it := range l.items[:min(len(l.items), foundRows)] {
		if it.group != group {
			group = it.group
			fmt.Fprintf(&out, "  %s\n", group)
		}
		text := it.aliasPrefix() + it.label
		if it.note != nil && it.note() != "" {
			text += ", " + it.note()
		}
		if it.refused != "" {
			text = "(" + text + ": " + it.refused + ")"
		}
		fmt.Fprintf(&out, "    %s\n", text)
	}
	if more := len(l.items) - foundRows; more > 0 {
		fmt.Fprintf(&out, "    and %d more\n", more)
	}
	s.d.overlays = nil
	return out.String()
}

// A rule that a word names is read from there, with whom it concerns now.
func TestARuleIsRead(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put kira bleeding")
	frame := newStage(t, session, 80, 24).keys("/").types("bleeding rest").keys("Enter").frame()
	for _, want := range []string{"Bleeding rest, ruling", "as played Nothing", "otherwise restored", "R75"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q\n%s", want, frame)
		}
	}
	book := rulebook.List(session.Rules())
	list, _ := rulebook.Find(book, "bleeding")
	if got := command.ListConcerned(session.Game(), list[0].Entry); list[0].Head.Name != "bleeding" || len(got) != 1 || got[0] != "Kira Vance" {
		t.Errorf("%s concerns %v", list[0].Head.Name, got)
	}
}

// Whom nothing that is carried reaches stands in the list all the same, with the reason; Enter never goes for the own side.
func TestNobodyIsReached(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin rooftops", "turn bram 1", "next", "place bram 1000", "place ilse 1000")
	done := len(session.Log())
	s := newStage(t, session, 80, 24).keys("a")
	if frame := s.frame(); !strings.Contains(frame, "▸ 1 Tam Wick") || !strings.Contains(frame, "the target is out of reach") || !strings.Contains(frame, "own side (1)") {
		t.Errorf("who is too far is not there\n%s", frame)
	}
	if s.keys("Enter"); !s.d.message.bad || len(session.Log()) != done {
		t.Errorf("Enter did %s\n%s", lastEntry(t, session).Line, s.frame())
	}
}

// What changes a combatant by hand, found by the name of a thing, is read on Enter: the page names the key that does it.
func TestFoundThingIsRead(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range []struct{ words, page, key, want string }{
		{"bleeding", "Bleeding, condition", "e", "put kira bleeding"},
		{"prone", "Prone, condition", "e", "end kira prone"},
		{"gripped", "Gripped, condition", "e", ""},
		{"walking", "Walking, activity", "m", "do kira walking"},
		{"dagger", "Dagger, item", "h", "hold kira dagger"},
	} {
		session := sampleSession(t)
		play(t, session, "begin warehouse", "turn kira 1", "next", "put kira prone")
		done := len(session.Log())
		s := newStage(t, session, 80, 24).keys("/").types(row.words).keys("Enter")
		if frame := s.frame(); len(session.Log()) != done || s.d.mode() != modePage || !strings.Contains(frame, row.page) || !strings.Contains(frame, " "+row.key+" ") {
			t.Errorf("%s: the last line is %q\n%s", row.words, lastEntry(t, session).Line, frame)
			continue
		}
		if s.keys(row.key); row.want == "" && s.d.mode() != modePrompt || row.want != "" && lastEntry(t, session).Line != row.want {
			t.Errorf("%s: the last line is %q, want %q\n%s", row.words, lastEntry(t, session).Line, row.want, s.frame())
		}
	}
}

// Where no inspector has room, what stands above a list says whom it is about.
func TestFindSaysWhom(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put kira bleeding", "finish")
	frame := newStage(t, session, 80, 24).keys("/").types("tend").frame()
	if !strings.Contains(frame, "Kira Vance\n Ana · party") {
		t.Errorf("it does not say who is looked at\n%s", frame)
	}
}

// TestFindEverydayWords looks for words that people say at a table, and compares the first row that is found: its label, and
// for another word than that of the label the word that found it.
func TestFindEverydayWords(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "turn scar 9", "next", "put kira gripped by pummel", "put ilse bleeding", "put dov unconscious")
	s := newStage(t, session, 80, 24)
	words := 0
	for _, row := range strings.Split(strings.TrimSpace(everydayWords), "\n") {
		word, want, _ := strings.Cut(row, " = ")
		words++
		s.d.overlays = nil
		s.d.openPalette()
		l := topOverlay[*picker](s.d)
		l.filter = word
		l.refreshItems()
		got := "nothing"
		if len(l.items) > 0 && l.items[0].group != "No match; by hand" {
			got = l.items[0].aliasPrefix() + l.items[0].label
		}
		if !strings.HasPrefix(strings.ToLower(got), want) {
			t.Errorf("%s finds %q first, want %q", word, got, want)
		}
	}
	s.d.overlays = nil
	if words < 50 {
		t.Errorf("only %d words", words)
	}
}

const everydayWords = `
attack = attack
shoot = shoot → attack
punch = punch → attack
heal = heal → tend
revive = revive → tend
bandage = bandage → tend
first aid = first aid → tend
reload = reload → ammunition
extinguish = extinguish → put out the flames
rest = pass time outside a fight
sleep = pass time outside a fight
long rest = long rest → pass time outside a fight
flee = flee → get away, by an exit if there is one
escape = escape → break free
drink = drink → a large meal
light = scene: light
dark = dark → scene
torch = torch → scene
weather = scene: light
level = level → buy the next rank
xp = xp → experience
experience = experience
cover = cover → df
aim = aim → set-up
fall = fall
fire = fire
poison = poison
help = help: the keys
name = name → reveal facts
mount = mount → on horseback
horse = on horseback
spell = spell → mind blast
jump = jump → leaping
sneak = sneaking
hide = hide
climb = climb
swim = swim
grab = grab → grapple
draw = draw a weapon
damage = damage
map = map → show a picture
undo = undo
initiative = roll initiative
next = next: advance
dice = choose whose dice
kill = kill
monster = monster → add a combatant
save = saved already
print = print a sheet
sheet = show the full sheet
stats = stats → show the full sheet
inventory = inventory → show the full sheet
prone = prone
unconscious = unconscious
bleeding = bleeding
wake = wake
move = move
hp = hp → set a pool
secret = reveal a prepared secret
odds = the odds of a line
`
