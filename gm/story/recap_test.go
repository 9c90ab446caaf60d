package story_test

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

// recounted plays lines in the sample campaign and returns their recap for the game master.
func recounted(t *testing.T, lines ...string) string {
	t.Helper()
	return recountedIn(t, "saltmarket", lines...)
}

// recountedIn plays lines in a campaign and returns their recap for the game master.
func recountedIn(t *testing.T, campaign string, lines ...string) string {
	t.Helper()
	s, _, err := gm.Open(gmtest.Campaign(t, campaign, nil), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{4})})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, lines...)
	var list []story.Passage
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, story.Collect(s.Rules(), e.Story(), story.GMVeil{Rules: s.Rules(), Entry: e.Story()}))
	}
	return story.Recap(s.Rules(), list, story.NewAftermath(s.Rules(), s.State()))
}

// TestRecap: what was played, told as one does the next time: won, lost, broken off, going on, a chase, a scene without a fight, several
// scenes, and nothing yet.
func TestRecap(t *testing.T) {
	blow := []string{"begin warehouse", "initiative bram dice 1 3 3", "turn bram 1", "next", "bram: attack cutter_1", "next, answer none, answer none, dice 96"}
	fight := func(lines ...string) []string { return append(append([]string{}, blow...), lines...) }
	all := func(what string, who ...string) (lines []string) {
		for _, one := range who {
			lines = append(lines, strings.Replace(what, "WHO", one, 1))
		}
		return lines
	}
	for _, row := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"nothing yet", nil, ""},
		{"nothing happened", []string{"begin warehouse"}, "Warehouse at Low Tide: Kira, Dov, Ilse and Bram met Grell, Scar and four others. The scene was not over. All four were unhurt."},
		{"a scene that another one replaced at once", []string{"begin warehouse", "begin parlour", "pass 20 min", "finish"}, "The Parlour That Listens: Kira, Sefa and Yannick met Orlo, the porter and the warden. The scene took 20 min. All three were unhurt."},
		{"nobody else is there", []string{"begin mole", "remove pell", "remove clerk", "remove gatekeeper", "pass 90 s"}, "Under the Excise Lanterns: Kira, Dov, Ilse and Bram met Pell, the clerk and the gatekeeper. Pell was gone. The clerk was gone. The gatekeeper was gone. After 90 s the scene was not over. All four were unhurt."},
		{"going on", fight(), "Warehouse at Low Tide: Bram fought Scar. The fight was not over. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"while others stand", fight("put cutter_1 unconscious", "finish"), "Warehouse at Low Tide: Bram fought Scar. Scar fell unconscious. The fight was broken off. Kira, Dov, Ilse and Bram were unhurt."},
		{"lost", fight(append(all("put WHO unconscious", "bram", "kira", "dov", "ilse"), "finish")...), "Warehouse at Low Tide: Bram fought Scar. Bram, Kira, Dov and Ilse fell unconscious. The fight was lost. Scar was still standing."},
		{"broken off", fight("put bram surrendered", "end bram surrendered", "finish"), "Warehouse at Low Tide: Bram fought Scar. The fight was broken off. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"who gets away", fight("remove cutter_1", "finish"), "Warehouse at Low Tide: Bram fought Scar. The fight was broken off. Scar got away. Kira, Dov, Ilse and Bram were unhurt."},
		{"without a fight", []string{"begin parlour", "whisper kira: the page is under her cards", "kira: perceive dice 5"}, "The Parlour That Listens: Kira, Sefa and Yannick met Orlo, the porter and the warden. Kira looked closely and made out everything. The scene was not over. All three were unhurt."},
		{"won", fight(append(all("put WHO unconscious", "cutter_1", "grell", "osric", "hanne", "shooter", "pummel"), "finish")...), "Warehouse at Low Tide: Bram fought Scar. Scar, Grell and four others fell unconscious. The fight was won. Kira, Dov, Ilse and Bram were unhurt."},
		{"several scenes", append(fight("put cutter_1 unconscious", "finish"), "begin rooftops", "put runner_1 unconscious", "finish"), "Warehouse at Low Tide: Bram fought Scar. Scar fell unconscious. The fight was broken off. Over the Tiles. Wren fell unconscious. The fight was won. Ilse and Bram were unhurt."},
		{"whoever fought is elsewhere now", fight("finish", "begin parlour", "kira: perceive dice 5"), "Warehouse at Low Tide: Bram fought Scar. The fight was broken off. The Parlour That Listens: Kira, Sefa and Yannick met Orlo, the porter and the warden. Kira looked closely and made out everything. The scene was not over. All three were unhurt."},
		{"a scene that ends as the next begins", []string{"begin mole", "kira: task persuade_guard, dice 3", "dov: task persuade_guard, dice 2", "begin parlour", "kira: perceive dice 5"},
			"Under the Excise Lanterns: Kira, Dov, Ilse and Bram met Pell, the clerk and the gatekeeper. Kira tried to persuade a guard and succeeded. Dov tried to persuade a guard and succeeded. The goal was reached after 6 min. The Parlour That Listens: Kira, Sefa and Yannick met Orlo, the porter and the warden. Kira looked closely and made out everything. The scene was not over. All three were unhurt."},
		{"an accident before the first scene", []string{"hurt kira 12", "put dov unconscious"}, "Kira, Dov and four others came in. Kira was hit in the abdomen. She was hurt. Dov fell. Dov was unconscious. Kira was hurt. The other four were unhurt."},
		{"a chase", []string{"begin rooftops", "initiative ilse dice 1 3 3", "initiative runner_1 dice 1 3 3", "turn ilse 1", "turn runner_1 50", "do runner_1 running", "next", "move ilse to runner_1 running, dice 20"}, "Over the Tiles: Ilse chased Wren. The chase was not over. Wren was still at large. Ilse and Bram were unhurt."},
		{"a night that a reminder interrupts", []string{"begin warehouse", "finish", "remind 2 h the watch", "pass 8 h sleeping by party", "pass 6 h sleeping by party"}, "Warehouse at Low Tide: Kira, Dov, Ilse and Bram met Grell, Scar and four others. All four slept. All four were unhurt."},
		{"a walk to somebody is neither a chase nor a fight", []string{"gather", "hurt dov 5", "add grell side gang", "place kira 0", "place grell 5", "move kira to grell walking", "begin parlour", "place kira 0", "place orlo 5", "move kira to orlo walking", "kira: perceive dice 5"},
			"Kira, Dov and four others came in. Dov was hit in the abdomen. He was hurt. Grell came in. The Parlour That Listens: Kira, Sefa and Yannick met Orlo, the porter and the warden. Kira looked closely and made out everything. The scene was not over. All three were unhurt."},
		{"what is tried again and again, shown and gained", []string{"begin mole", "kira: task persuade_guard, dice 95", "kira: task persuade_guard, dice 96", "kira: task persuade_guard, dice 3", "dov: task persuade_guard, dice 2",
			"show mole_receipt.txt to kira", "show mole_ledger.txt to kira", "award 20 party", "finish"},
			"Under the Excise Lanterns: Kira, Dov, Ilse and Bram met Pell, the clerk and the gatekeeper. Kira tried three times to persuade a guard and succeeded in the end. Dov tried to persuade a guard and succeeded. The goal was reached after 12 min. Kira was shown several texts. All four gained 20 experience. All four were unhurt."},
		{"surrender and what one suffers from", fight("put grell surrendered", "put dov bleeding", "finish"),
			"Warehouse at Low Tide: Bram fought Scar. Grell surrendered. The fight was won. Scar was still standing. Dov was hurt and bleeding. Kira, Ilse and Bram were unhurt."},
		{"a night after the length of the scene", []string{"begin mole", "pass 1 h", "finish", "pass 8 h sleeping by party"}, "Under the Excise Lanterns: Kira, Dov, Ilse and Bram met Pell, the clerk and the gatekeeper. The scene took 20 min. All four slept. All four were unhurt."},
		{"a night", []string{"begin warehouse", "finish", "pass 8 h sleeping by party"}, "Warehouse at Low Tide: Kira, Dov, Ilse and Bram met Grell, Scar and four others. All four slept. All four were unhurt."},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := recounted(t, row.lines...)
			if got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
			if n := len(strings.Fields(got)); n > 90 {
				t.Errorf("%d words", n)
			}
		})
	}
}

// TestRecapOfSides: of sides with many people it is told how many stand, and where nobody has a player, which sides met.
func TestRecapOfSides(t *testing.T) {
	got := recountedIn(t, "two_tribes", "begin raid", "next", "put red_prince ko", "put red_shaman ko", "put blue_prince ko", "put blue_champion and blue_shaman ko")
	want := "Raid. The red prince, the red shaman and three others were knocked out. The fight was not over. The red prince and the red shaman were knocked out. The others of the red tribe were unhurt. Three of the blue tribe were knocked out. The others were unhurt."
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestRecapWithoutDeedsOfSides: a side that does something to one of its own has not fought him.
func TestRecapWithoutDeedsOfSides(t *testing.T) {
	got := recountedIn(t, "../testdata/joust/game", "begin lists", "next", "red: draw_gear ann 1")
	if got == "" || strings.Contains(got, "fought") || strings.Contains(got, "standing") {
		t.Errorf("got %s", got)
	}
}

// TestRecapOfTwoParties: where both sides have players, the one with somebody on its feet has won.
func TestRecapOfTwoParties(t *testing.T) {
	got := recountedIn(t, "two_tribes", "begin skirmish_at_the_well", "next", "red_prince: attack blue_prince, answer none, answer none", "put blue_prince ko", "put blue_champion ko", "put blue_warrior_1 ko", "put blue_youngblood_1 ko", "finish")
	for _, part := range []string{"The red tribe fought the blue tribe", "The red tribe won.", "All of the blue tribe were knocked out."} {
		if !strings.Contains(strings.ReplaceAll(got, ": the red", ": The red"), part) {
			t.Errorf("%q lacks %q", got, part)
		}
	}
}

// TestRecapOfWhoIsDown: whoever wakes, is healed, let go or comes back is neither down nor away; who dies is told to be dead, and who is
// carried away while down has not got away.
func TestRecapOfWhoIsDown(t *testing.T) {
	blow := []string{"begin warehouse", "initiative bram dice 1 3 3", "turn bram 1", "next", "bram: attack cutter_1", "next, answer none, answer none, dice 96"}
	for _, row := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"wakes into a milder condition", []string{"put grell unconscious, dice 6 6", "turn bram 90", "next, dice 20", "finish"}, "The fight was broken off. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"wakes, but is hurt too badly", []string{"put grell unconscious", "set grell PBD -50", "end grell unconscious", "finish"}, "Grell went down. The fight was won. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"is healed, but does not wake", []string{"set grell PBD -50", "put grell unconscious", "set grell PBD +40", "finish"}, "Grell fell unconscious. The fight was won. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"is healed and wakes", []string{"set kira PBD -30", "put kira unconscious", "set kira PBD +30", "end kira unconscious", "finish"}, "The fight was broken off. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"dies later", []string{"put dov unconscious", "set dov PBD -80", "finish"}, "Dov went down, beyond help. The fight was broken off. Scar was still standing. Kira, Ilse and Bram were unhurt."},
		{"is let go", []string{"put grell surrendered", "end grell surrendered", "finish"}, "The fight was broken off. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"is carried away", []string{"put grell unconscious", "remove grell", "finish"}, "Grell fell unconscious. The fight was won. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"flees and comes back", []string{"remove grell", "add grell", "finish"}, "The fight was broken off. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
		{"four kinds of ends", []string{"put hanne surrendered", "put osric unconscious", "set shooter PBD -30", "set pummel PBD -200", "finish"},
			"Hanne surrendered. Osric fell unconscious. Tilde went down. One more went down. The fight was broken off. Scar was still standing. Kira, Dov, Ilse and Bram were unhurt."},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got, want := recounted(t, append(blow[:len(blow):len(blow)], row.lines...)...), "Warehouse at Low Tide: Bram fought Scar. "+row.want; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// fallen returns a passage in which a person comes to have a condition.
func fallen(who story.Person, condition string) story.Passage {
	return story.Passage{People: []story.Person{{}, who}, Keys: []string{"", who.Name},
		Facts: []story.Fact{{Kind: story.Put, Of: condition, Who: 1, State: true, Weight: story.Heavy}}}
}

// sceneBegins returns a passage with which a scene begins.
func sceneBegins(label string) story.Passage {
	return story.Passage{People: []story.Person{{}}, Keys: []string{""}, Facts: []story.Fact{{Kind: story.Begins, Text: label}}}
}

// TestRecapCountsPeople: a side that surrenders is none of those who dropped out, and who surrenders has not gone down.
func TestRecapCountsPeople(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	list := []story.Passage{sceneBegins("the dock"), fallen(story.Person{Name: "Grell", Named: true}, "unconscious"), fallen(story.Person{Name: "Scar", Named: true}, "out_of_fight"),
		fallen(story.Person{Name: "Tilde", Named: true}, "beyond_help"), fallen(story.Person{Name: "Hanne", Named: true}, "surrendered")}
	for side, want := range map[bool]bool{false: true, true: false} {
		list[4].People[1].Side = side
		if got := story.Recap(s.Rules(), list, story.Aftermath{}); strings.Contains(got, "One more dropped out of the fight.") != want || !strings.Contains(got, "Grell") {
			t.Errorf("as a side (%t): %s", side, got)
		}
	}
}

// TestRecapCountsWhomItLeavesOut: where a long recap leaves out who fell, the count of those who fell besides includes them, or is left out
// with them; and the party's fallen are named.
func TestRecapCountsWhomItLeavesOut(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	kira := story.Person{Name: "Kira", Named: true}
	end := story.Aftermath{Standing: story.Passage{People: []story.Person{{}, kira}, Keys: []string{"", "Kira"},
		Facts: []story.Fact{{Kind: story.Stood, Of: "unconscious", Who: 1, Text: "unconscious", Number: -1, State: true, Weight: story.Heavy}}}}
	for words := range 90 {
		var list []story.Passage
		for _, scene := range []string{"dock", "roof"} {
			list = append(list, sceneBegins(scene+strings.Repeat(" long", words)))
			for i, condition := range []string{"unconscious", "out_of_fight", "beyond_help", "surrendered"} {
				list = append(list, fallen(story.Person{Name: scene + string(rune('A'+i)), Named: true}, condition))
			}
		}
		list = append(list, fallen(kira, "unconscious"))
		got := story.Recap(s.Rules(), list, end)
		if !strings.Contains(got, "Kira") {
			t.Errorf("%d words: Kira's fall is left out: %s", words, got)
		}
		dock, roof, _ := strings.Cut(got, "Roof")
		for scene, text := range map[string]string{"dock": dock, "roof": roof} {
			fell := strings.Count(text, scene+"A") + strings.Count(text, scene+"B") + strings.Count(text, scene+"C") + strings.Count(text, scene+"D")
			for i, number := range []string{"One", "Two", "Three"} {
				if strings.Contains(text, number+" more ") {
					fell += i + 1
				}
			}
			if strings.Contains(text, " more ") && fell != 4 {
				t.Errorf("%d words, %s: %d of 4 fell: %s", words, scene, fell, got)
			}
		}
	}
}

// TestRecapOfOthers: the others of a side have an article, unless the side has one of its own or is a name.
func TestRecapOfOthers(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for label, want := range map[string]string{"party": "The others of the party were", "the red tribe": "The others of the red tribe were", "Excise": "The others of Excise were"} {
		end := story.Aftermath{Standing: story.Passage{People: []story.Person{{}}, Keys: []string{""}}}
		for i, name := range []string{"Kira", "Dov", "Ilse", "Sefa", "Bram"} {
			fact := story.Fact{Kind: story.Stood, Who: i + 1, Text: "unhurt", Label: label, Number: 3, State: true, Weight: story.Heavy}
			if i == 0 {
				fact.Text, fact.Number = "hurt", 2
			}
			end.Standing.Facts = append(end.Standing.Facts, fact)
			end.Standing.People, end.Standing.Keys = append(end.Standing.People, story.Person{Name: name, Named: true}), append(end.Standing.Keys, name)
		}
		list := []story.Passage{{People: end.Standing.People, Keys: end.Standing.Keys, Facts: []story.Fact{{Kind: story.Begins, Text: "the dock"}, {Kind: story.Put, Of: "unconscious", Who: 2, State: true, Weight: story.Heavy}}}}
		if got := story.Recap(s.Rules(), list, end); !strings.Contains(got, want) {
			t.Errorf("%s: %s", label, got)
		}
	}
}
