package players

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
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

// toldOf is all that the players are told of a session.
func toldOf(t testing.TB, s *gm.Session) string {
	t.Helper()
	var text strings.Builder
	log := NewLog(s.Game())
	for e, err := range s.History(gm.Everything) {
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
		told[i] = toldOf(t, s)
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

// TestPartyDivided holds that one of the players' characters among the foes makes none there one of the party.
func TestPartyDivided(t *testing.T) {
	for _, row := range []struct{ name, combatants, told, kept string }{
		{"one against one", "kira: {side: gang}, grell: {side: gang}, dov: {side: party}", "Kira loses 3 fatigue;Dov loses 3 fatigue", "Grell"},
		{"one against one, an ally without a player", "kira: {side: gang}, grell: {side: gang}, dov: {side: party}, lad: {side: party, from: lantern_lad, name: Lad}", "Kira loses 3 fatigue;Dov loses 3 fatigue", "Grell;Lad"},
		{"one against two", "kira: {side: gang}, grell: {side: gang}, dov: {side: party}, ilse: {side: party}, lad: {side: party, from: lantern_lad, name: Lad}", "Lad loses 3 fatigue;Kira loses 3 fatigue", "Grell"},
		{"all together", "kira: {side: party}, grell: {side: gang}, lad: {side: party, from: lantern_lad, name: Lad}", "Lad loses 3 fatigue", "Grell"},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := gmtest.Folder(t, map[string]string{"campaign.yaml": "campaign: {label: Own}", "encounters/one.yaml": "encounter: {label: One}\ncombatants: {" + row.combatants + "}"})
			c, err := campaign.Open(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := opened(t, c)
			gmtest.Do(t, s, "begin one")
			for _, a := range s.State().Actors {
				gmtest.Do(t, s, "set "+a.Key+" PFT -3")
			}
			text := toldOf(t, s)
			for _, told := range strings.Split(row.told, ";") {
				if !strings.Contains(text, told) {
					t.Errorf("the players do not read %q:\n%s", told, text)
				}
			}
			for _, kept := range strings.Split(row.kept, ";") {
				if strings.Contains(text, kept+" loses") {
					t.Errorf("the players read a number of %s:\n%s", kept, text)
				}
			}
		})
	}
}

// TestLooksAreNewOnce: looks have the indefinite article in the first passage that tells of a person, and for those who don't read
// plans in the first one that tells more than a plan.
func TestLooksAreNewOnce(t *testing.T) {
	s := opened(t, gmtest.Sample(t))
	gmtest.Do(t, s, "begin warehouse", "initiative bram dice 1 3 3", "turn bram 1", "next", "bram: attack cutter_1", "next, answer none, answer none, dice 99", "turn bram 60", "put cutter_1 prone")
	log, got := NewLog(s.Game()), ""
	for e, err := range s.History(gm.Everything) {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := log.Next(e); ok && strings.Contains(p.Text, "rough") {
			got += p.Text + "\n"
			if p.Retold != "" {
				got += "  retold: " + p.Retold + "\n"
			}
		}
	}
	if want := "Bram goes for a rough from the docks.\n" +
		"Bram closes with the rough from the docks and misses them, slipping.\n" +
		"  retold: Bram closes with a rough from the docks and misses them, slipping.\n" +
		"The rough from the docks falls.\n"; got != want {
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
	want := "Bram goes for Dock cutter 2.\nBram goes for a rough from the docks (5).\n" +
		"Bram goes for a rough from the docks (6).\nBram goes for a rough from the docks (7).\n"
	log, got := NewLog(s.Game()), ""
	for e, err := range s.History(gm.Everything) {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := log.Next(e); ok && strings.Contains(p.Text, "goes for") {
			got += p.Text + "\n"
		}
	}
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
