package story_test

import (
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

// TestSeveral holds sentences on what several do, gain or suffer: who of them is meant can be told, each keeps what is theirs.
func TestSeveral(t *testing.T) {
	rs := gmtest.Campaign(t, "saltmarket", nil).Rules
	kira := story.Person{Name: "Kira", Named: true, Pronouns: "she"}
	sefa := story.Person{Name: "Sefa", Named: true, Pronouns: "she"}
	grell := story.Person{Name: "Grell", Named: true, Pronouns: "he"}
	you := story.Person{Name: "you", Named: true, You: true}
	figure := story.Person{Name: "a figure in a suit"}
	gain := func(of, label string, who int, by float64) story.Fact {
		kind := story.Gained
		if by < 0 {
			kind = story.Lost
		}
		return story.Fact{Kind: kind, Of: of, Label: label, Who: who, Amount: by}
	}
	hold := func(who int) story.Fact {
		return story.Fact{Kind: story.Hold, Of: "dagger", Label: "dagger", Who: who}
	}
	end := func(who int) story.Fact {
		return story.Fact{Kind: story.End, Of: "badly_stunned", Who: who, State: true}
	}
	for _, row := range []struct {
		name   string
		people []story.Person
		facts  []story.Fact
		want   string
	}{
		{"two gain", []story.Person{kira, grell}, []story.Fact{gain("PFT", "fatigue", 1, 3), gain("PFT", "fatigue", 2, 5), gain("PBD", "body", 1, 2), gain("PBD", "body", 2, -2)},
			"Kira recovers 3 fatigue and 2 body; Grell recovers 5 fatigue and loses 2 body."},
		{"another gains after what happened to one", []story.Person{kira, grell}, []story.Fact{{Kind: story.Put, Of: "bleeding", Label: "bleeding", Who: 1, State: true}, gain("PFT", "fatigue", 2, 5), gain("PBD", "body", 1, 2)},
			"Kira is bleeding; Grell recovers 5 fatigue; Kira recovers 2 body."},
		{"two gain the same", []story.Person{kira, grell}, []story.Fact{gain("PFT", "fatigue", 1, 3), gain("PFT", "fatigue", 2, 3)}, "Kira and Grell each recover 3 fatigue."},
		{"each has one in hand", []story.Person{kira, sefa}, []story.Fact{hold(1), hold(2)}, "Kira and Sefa each draw their dagger."},
		{"you, too", []story.Person{kira, you}, []story.Fact{hold(1), hold(2)}, "You and Kira each draw your dagger."},
		{"what is theirs together", []story.Person{kira, sefa}, []story.Fact{end(1), end(2)}, "Kira and Sefa come to their senses."},
		{"a person in a suit is no thing", []story.Person{figure}, []story.Fact{{Kind: story.Put, Of: "prone", Label: "prone", Who: 1, State: true}, {Kind: story.Drop, Of: "sabre", Label: "sabre", Who: 1}},
			"A figure in a suit falls. They drop their sabre."},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := story.Tell(rs, story.Passage{People: append([]story.Person{{}}, row.people...), Facts: row.facts}); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestBlasts: a blast is one sentence, with all whom it catches, the one who threw it too; then come their states.
func TestBlasts(t *testing.T) {
	for _, row := range []struct{ name, among, want string }{
		{"one", "", "Moreau throws her hull charge at Oren; a great blast catches him in the left upper arm: first blood. He is badly hurt and losing air."},
		{"two", ", among juno", "Moreau throws her hull charge at Oren; a great blast catches Juno in the left upper arm and Oren in the chest: first blood. He is thrown off his feet. Juno and Oren are badly hurt and losing air."},
		{"the thrower, too", ", among moreau", "Moreau throws her hull charge at Oren; a great blast catches Oren in the left upper arm and Moreau in the chest: first blood. She is thrown off her feet. Oren and Moreau are badly hurt and losing air. She is badly stunned."},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, _, err := gm.Open(gmtest.Campaign(t, "cold_lantern", nil), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{3})})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			gmtest.Do(t, s, "begin lock_four", "initiative moreau dice 1 3 3", "turn moreau 1", "next", "moreau: attack oren with hull_charge, df 30"+row.among, "next, answer none")
			got := ""
			for e, err := range s.History() {
				if err != nil {
					t.Fatal(err)
				}
				got = story.Recount(s.Rules(), e.Story(), nil).Text()
			}
			if got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}
