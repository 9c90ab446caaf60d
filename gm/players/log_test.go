package players

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

// opened is a session of a campaign in memory, with dice from a seed.
func opened(t testing.TB, c *campaign.Campaign) *gm.Session {
	t.Helper()
	s, _, err := gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{1}), Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// toldOf returns all that a seat is told of a session.
func toldOf(t testing.TB, s *gm.Session, seat string) string {
	t.Helper()
	var text strings.Builder
	log := NewLog(s.Game(), seat)
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Undone {
			continue
		}
		if p, ok := log.Next(e); ok {
			fmt.Fprintf(&text, "%g %s %+v\n", p.Count, p.Text, p.Steps)
		}
	}
	return text.String()
}

// TestUnseen holds that who missed something is told of like who did not: nothing in the players' version differs.
func TestUnseen(t *testing.T) {
	var told [2]string
	for i, dice := range []string{"1 3 3", "99 3 3"} { // perceiving, then initiative
		s := opened(t, gmtest.Sample(t))
		gmtest.Do(t, s, "begin warehouse", "initiative kira dice "+dice, "turn kira 20", "roll sneaking by kira dice 30", "next")
		told[i] = toldOf(t, s, "kira")
	}
	one, other, _ := strings.Cut(told[0], "acts at")
	same, differs, _ := strings.Cut(told[1], "acts at")
	_, other, _ = strings.Cut(other, "\n")
	_, differs, _ = strings.Cut(differs, "\n")
	if one != same || other != differs {
		t.Errorf("who perceived:\n%s\nwho did not:\n%s", told[0], told[1])
	}
	if !strings.Contains(told[0], "sneaking ") || !strings.Contains(told[0], "Dice:[{") {
		t.Errorf("the dice of the party are missing:\n%s", told[0])
	}
}

// What all who play are told together: what each of them knows, by the names that all know, and no number of one of them.
func TestWhatAllAreTold(t *testing.T) {
	for _, row := range []struct {
		name, lines, told, kept string
	}{
		{"a name that one knows", "reveal hanne to kira; put kira gripped by hanne", "gripped by a woman with a harpoon", "Hanne"},
		{"a name that all know", "reveal hanne; put hanne prone", "Hanne falls.", ""},
		{"a name that one knows, and another has fainted", "put dov unconscious; reveal hanne to kira; put kira gripped by hanne", "gripped by a woman with a harpoon", "Hanne"},
		{"another's experience", "award 5 dov; award 3 party", "", "experience"},
		{"a number of one", "set kira PFT -3", "", "fatigue"},
		{"the experience of the only one there", "remove dov; award 5 kira; put kira gripped by hanne", "gripped by a woman with a harpoon", "experience"},
		{"a number of the only one there", "remove dov; set kira PFT -3", "Kira loses 3 fatigue", ""},
		{"the only one there knows a name", "remove dov; reveal hanne to kira; put hanne prone", "Hanne falls.", ""},
		{"a whisper to one of two", "whisper kira The tide turns.", "", "tide"},
		{"a whisper to all", "whisper party The tide turns.", "The tide turns.", ""},
		{"a plan of one of two", "turn kira 2; next; kira: attack hanne", "", "goes for"},
		{"a condition of one's own", "put kira prone", "Kira falls.", ""},
		{"a secret condition", "put kira prone, secret", "", "Kira"},
		{"a foe who is not seen", "put shooter prone", "", "falls"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, _ := atTheHatch(t, strings.Split(row.lines, "; ")...)
			text := toldOf(t, s, TableSeat)
			if !strings.Contains(text, row.told) || row.kept != "" && strings.Contains(text, row.kept) {
				t.Errorf("want %q and not %q in\n%s", row.told, row.kept, text)
			}
		})
	}
}

// TestLooksAreNewOnce: looks have the indefinite article in the first passage that tells of a person, and for those who don't read
// plans in the first one that tells more than a plan.
func TestLooksAreNewOnce(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "begin warehouse", "initiative bram dice 1 3 3", "turn bram 1", "next", "bram: attack cutter_1", "next, answer none, answer none, dice 99", "turn bram 60", "put cutter_1 prone")
	log, got, told := NewLog(s.Game(), "bram"), "", []story.Passage(nil)
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := log.Next(e); ok && strings.Contains(p.Text, "rough") {
			got += p.Text + "\n"
		}
		told = append(told, log.Passage())
	}
	got += "retold: " + strings.Join(story.NewRetelling(s.Rules()).Paragraphs(told), " ")
	if want := "You go for a rough from the docks.\n" +
		"You close with the rough from the docks and attack them, but miss; your foot slips.\n" +
		"The rough from the docks falls.\n" +
		"retold: You close with a rough from the docks, go for them and miss; your foot slips. The rough from the docks falls."; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestNewcomersAreNotThoseWhoLeft: a newcomer with the look, or even the key, of one who left has a number of its own in the players'
// export, and not the name that was revealed of the one before.
func TestNewcomersAreNotThoseWhoLeft(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "begin warehouse", "add 3 dock_cutter side gang", "add dock_cutter as Crab side gang", "initiative bram dice 1 3 3")
	goesFor := func(who string) {
		gmtest.Do(t, s, "turn bram 1", "next", "bram: attack "+who, "waive bram")
	}
	gmtest.Do(t, s, "reveal dock_cutter_2 name to bram")
	goesFor("dock_cutter_2")
	goesFor("crab")
	gmtest.Do(t, s, "remove dock_cutter_2", "remove crab", "add 1 dock_cutter side gang", "add dock_cutter as Crab side gang")
	goesFor("dock_cutter_4")
	goesFor("crab")
	want := "You go for Dock cutter 2.\nYou go for the fifth rough from the docks.\n" +
		"You go for the sixth rough from the docks.\nYou go for the seventh rough from the docks.\n"
	log, got := NewLog(s.Game(), "bram"), ""
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := log.Next(e); ok && strings.Contains(p.Text, "go for") {
			got += p.Text + "\n"
		}
	}
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestWhoComesIn: players read who comes in during a scene, also one who was there before, as they know them, and nothing of one in hiding.
func TestWhoComesIn(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "begin warehouse", "remove bram", "add bram", "add 3 dock_cutter side gang", "put tilde unseen", "remove tilde", "add tilde")
	for _, seat := range []string{"kira", TableSeat} {
		told := toldOf(t, s, seat)
		for _, want := range []string{"Bram is gone.", "Bram comes in.", "A second rough from the docks, a third and a fourth come in."} {
			if !strings.Contains(told, want) {
				t.Errorf("%s: want %q in\n%s", seat, want, told)
			}
		}
		if last := told[strings.LastIndex(told, "comes in"):]; strings.Count(told, "comes in") != 1 || strings.Contains(last, "Tilde") {
			t.Errorf("%s: one in hiding comes in:\n%s", seat, told)
		}
	}
}

// TestContestIsToldWithItsResult: players who see both people read who won, and nothing of a contest with a secret roll.
func TestContestIsToldWithItsResult(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "begin warehouse", "contest kira climbing against dov hiding, dice 1 99", "contest kira hiding against grell general_perception, dice 1 99")
	for seat, want := range map[string]string{
		"kira":    "You win against Dov, with climbing against hiding.",
		"dov":     "Kira wins against you, with climbing against hiding.",
		TableSeat: "Kira wins against Dov, with climbing against hiding.",
	} {
		if told := toldOf(t, s, seat); !strings.Contains(told, want) || strings.Contains(told, "perception") {
			t.Errorf("%s: want %q in\n%s", seat, want, told)
		}
	}
}

// TestSeveralCheckAtOnce: a check of a group is told to each who was part of it, in one sentence about those whom the reader sees, and the own
// roll with its result. A secret one is told to nobody.
func TestSeveralCheckAtOnce(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "gather", "roll hiding by kira and dov and ilse dice 12 99 11", "roll climbing by kira and dov, secretly")
	for seat, want := range map[string]string{
		"kira":    "You and Ilse try your hiding and succeed, but Dov fails.",
		"dov":     "Kira and Ilse try their hiding and succeed, but you fail.",
		"ilse":    "You and Kira try your hiding and succeed, but Dov fails.",
		TableSeat: "Kira and Ilse try their hiding and succeed, but Dov fails.",
	} {
		if told := toldOf(t, s, seat); !strings.Contains(told, want) || strings.Contains(told, "climbing") {
			t.Errorf("%s: want %q in\n%s", seat, want, told)
		}
	}
	if told := toldOf(t, s, "kira"); strings.Count(told, "Dice:[{") != 1 {
		t.Errorf("the own roll:\n%s", told)
	}
}
