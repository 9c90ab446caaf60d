package players

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
)

// TestRefusalsAreInPlainWords has players of all games with each condition in turn, and with nothing left in each pool: why they can't do
// something names no one, and no command of the game master.
func TestRefusalsAreInPlainWords(t *testing.T) {
	texts := map[string]bool{}
	for _, game := range []struct {
		campaign, encounter string
		seats               []string
	}{
		{campaign.Sample, "warehouse", []string{"kira"}},
		{"cold_lantern", "lock_four", []string{"juno"}},
		{"two_tribes", "skirmish_at_the_well", []string{"red_champion", "red"}},
		{"catacombs", "proving_ground", []string{"torgils"}},
		{"heresiarch", "proving_ground", []string{"purifier"}},
		{"../testdata/bones/game", "", []string{"ann"}},
		{"../testdata/targets/game", "duel", []string{"ann"}},
	} {
		c, err := campaign.Open(game.campaign, nil)
		if err != nil {
			t.Fatal(err)
		}
		if game.encounter == "" {
			game.encounter = c.Encounters()[0].Name
		}
		for _, seat := range game.seats {
			s := opened(t, c)
			do := func(line string) bool {
				_, err := s.Do(command.Command{Line: line})
				return err == nil
			}
			if !do("begin " + game.encounter) {
				t.Fatal(game.encounter)
			}
			do("turn " + seat + " 1")
			do("next")
			a := s.State().Find(seat)
			if a == nil {
				t.Fatalf("%s isn't in %s", seat, game.encounter)
			}
			look := func() {
				log := NewLog(s.Game(), seat)
				for e, err := range s.History() {
					if err == nil && !e.Undone {
						log.Next(e)
					}
				}
				offered := log.ListOffers(s.State())
				if offered == nil {
					return
				}
				refusals := []string{}
				for _, d := range offered.Deeds {
					refusals = append(refusals, d.Refused)
					if d.Refused == "" {
						refusals = append(refusals, log.Weigh(s.State(), Want{Deed: d.Name, Points: 9}).Refused)
					}
				}
				for i := range 3 {
					if p := log.Person(s.State(), fmt.Sprintf("p%d", i+1)); p != nil {
						for _, d := range p.Deeds {
							refusals = append(refusals, d.Refused)
						}
					}
				}
				for _, text := range refusals {
					texts[text] = true
					words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,.;:'", r) })
					if strings.ContainsAny(text, "`%") || slices.Contains(words, a.Short) || strings.Contains(text, a.Name) || slices.ContainsFunc(words, func(w string) bool { return len(w) > 3 && w == strings.ToUpper(w) }) {
						t.Errorf("%s, %s: %q", c.Name, seat, text)
					}
				}
			}
			look()
			for _, condition := range s.Rules().Conditions.All {
				if do("put " + seat + " " + condition.Name) {
					look()
					do("undo")
				}
			}
			for _, pool := range s.Rules().PoolsOf(a) {
				if do(fmt.Sprintf("set %s %s to 0", seat, pool.Name)) {
					look()
					do("undo")
				}
			}
		}
	}
	if len(texts) < 50 {
		t.Errorf("only %d refusals are read", len(texts))
	}
}

// TestOrdersStaySecret has two sessions that differ only in the order of one side's figures: no one else is shown the difference.
func TestOrdersStaySecret(t *testing.T) {
	shown := func(order, seat string) string {
		s := scripted(t, "heresiarch", "> begin first\n> put griffin numbered\n> put scorpion numbered\n> next, dice 2 9\n> griffin: orders "+order+"\n> scorpion: orders hybrid_one h2\n")
		if len(s.State().Find("p2").Conditions) == 0 {
			t.Fatal("p2 has no counter")
		}
		seen, err := NewTelling(s).SeatViewOf(seat)
		if err != nil {
			t.Fatal(err)
		}
		log := NewLog(s.Game(), seat)
		for e, err := range s.History() {
			if err == nil && !e.Undone {
				log.Next(e)
			}
		}
		data, err := json.Marshal([]any{seen, log.Party(s.State()), log.ListOffers(s.State()), log.Person(s.State(), "p1"), log.Person(s.State(), "p2"), log.Person(s.State(), "p3")})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, seat := range []string{"hybrid_one", "h2", "scorpion", TableSeat} {
		if one, two := shown("p2 purifier", seat), shown("purifier p2", seat); one != two {
			t.Errorf("%s: %s", seat, firstDifference(one, two))
		}
	}
}
