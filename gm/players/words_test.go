package players

import (
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/story"
	"hybrid/rules"
)

// A player's log speaks to her: of herself as you, and of what she learns in words.
func TestTheLogSpeaksToThePlayer(t *testing.T) {
	for _, row := range []struct {
		lines []string
		want  string // the last thing told to kira's player
	}{
		{[]string{"set kira PFT -3"}, "You lose 3 fatigue."},
		{[]string{"put kira prone"}, "You fall."},
		{[]string{"put kira prone", "end kira prone"}, "You get up."},
		{[]string{"put dov prone"}, "Dov falls."}, // a companion is known from the start, before anything was told of him
		{[]string{"put dov prone, secret"}, ""},
		{[]string{"hurt dov fall 4 chest, dice 5 5"}, "Dov falls 4 metres and lands on his chest. He is hurt."},
		{[]string{"put dov unseen", "hurt dov fall 4 chest, dice 5 5"}, "Dov vanishes from sight."},
		{[]string{"put dov unseen", "put dov prone"}, "Dov vanishes from sight."},
		{[]string{"put mate prone"}, "Mate falls."},
		{[]string{"put hanne prone"}, ""},
		{[]string{"turn kira 7"}, ""},
		{[]string{"turn kira 0", "next", "kira: wait"}, "You wait."},
		{[]string{"reveal hanne to kira"}, "A woman with a harpoon is Harpoon Hanne."},
		{[]string{"reveal hanne hand PFT"}, "A woman with a harpoon has a harpoon ready and 30 fatigue left."},
		{[]string{"whisper kira he lies"}, "A whisper to you: “he lies”."},
		{[]string{"whisper dov he lies"}, ""},
		{[]string{"show map.png to kira"}, "A picture is shown to you."},
		{[]string{"finish", "set kira PEX -9", "put kira bleeding", "pass 20 s resting by kira, anyway, answer go_on"}, "You rest (regains nothing: bleeding); you lose 10 fatigue and 1 exhaustion."},
		{[]string{"finish", "set kira PEX -9", "put kira bleeding, secret", "pass 20 s resting by kira"}, "You rest and lose 10 fatigue and 1 exhaustion."},
		{[]string{"show letter.txt to kira"}, "A text is shown to you: “The tide turns at four bells. Bring the lantern.”"},
	} {
		t.Run(row.lines[len(row.lines)-1], func(t *testing.T) {
			seen, err := NewTelling(secretive(t, row.lines...)).SeatViewOf("kira")
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if last := seen.Log[len(seen.Log)-1]; !last.Begins {
				got = last.Text
			}
			if !strings.EqualFold(got, row.want) {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

// What is on the sheet is what concerns its player, and friends are known by numbers where the pack says so.
func TestTheSheet(t *testing.T) {
	files := gmtest.SecretFiles(t)
	files["tables/ours.yaml"] = "pack: {party: numbers}\n"
	s := opened(t, gmtest.OpenFiles(t, files))
	gmtest.Do(t, s, "begin hatch", "set dov PFT -4", "set mate PFT -2", "set kira PBD -27")
	for _, key := range []string{"kira", TableSeat} {
		seen, err := NewTelling(s).SeatViewOf(key)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range seen.Others {
			i := slices.IndexFunc(o.Pools, func(p Pool) bool { return p.Name == "PFT" })
			if (i >= 0) != o.Own || o.Name == "Dov Hallam" && o.Pools[i].Now != o.Pools[i].Max-4 {
				t.Errorf("%s sees of %s (own: %t) %v", key, o.Name, o.Own, o.Pools)
			}
		}
	}
	seen, err := NewTelling(s).SeatViewOf("kira")
	if err != nil {
		t.Fatal(err)
	}
	stats, paces := seen.Own.Sheet.Section("stats"), seen.Own.Sheet.Section("movement")
	for _, stat := range stats.Rows {
		if stat.Label == "" || strings.HasPrefix(stat.Short, "HOME") {
			t.Errorf("the sheet has %+v", stat)
		}
	}
	if len(stats.Rows) < 10 || len(paces.Rows) == 0 || seen.Own.Cannot != "Down" {
		t.Errorf("%d statistics, %d paces, can't act: %q.", len(stats.Rows), len(paces.Rows), seen.Own.Cannot)
	}
	for _, skill := range seen.Own.Sheet.Section("skills").Rows {
		if skill.Cells[1].Likely == nil {
			t.Errorf("%s has no chance", skill.Label)
		}
	}
}

// The line above what comes next says what a roll of one's own means: how good it is, and what follows.
func TestResultsSayWhatARollMeans(t *testing.T) {
	for _, row := range []struct {
		face  string // of Kira's die
		says  string
		label string
	}{
		{"1", "You hit very hard: 2 times the damage.", "To hit: very notable success"},
		{"15", "You hit hard: 1.5 times the damage.", "To hit: notable success"},
		{"25", "You hit: 1.25 times the damage.", "To hit: solid success"},
		{"50", "You hit.", "To hit: success"},
		{"99", "You miss.", "To hit: solid failure"},
	} {
		t.Run(row.face, func(t *testing.T) {
			s := opened(t, gmtest.Campaign(t, "saltmarket", nil))
			gmtest.Do(t, s, "begin warehouse", "reveal grell", "dice kira", "turn kira 1", "next", "attack grell")
			_, _ = s.Do(command.Command{Line: "next", Typed: true})
			var got *Result
			for thrown := false; got == nil; {
				q := s.OpenQuestion()
				if seen, err := NewTelling(s).SeatViewOf("kira"); err != nil {
					t.Fatal(err)
				} else if thrown && seen.Question != nil {
					got = seen.Question.SoFar
				} else if thrown && q == nil {
					got = seen.Log[len(seen.Log)-1].Result
				}
				switch {
				case got != nil:
				case q == nil:
					t.Fatal("nothing is asked, and nothing came of it")
				case q.Need.Who == "kira" && q.Need.Die > 0:
					thrown = true
					_, _ = s.Reply(q.ID, gm.Reply{Text: row.face})
				case q.Need.Die > 0:
					_, _ = s.Reply(q.ID, gm.Reply{Rest: true})
				default:
					_, _ = s.Reply(q.ID, gm.Reply{Choice: rules.NoAnswer})
				}
			}
			if got.Says != row.says || got.Label != row.label || got.Text == "" {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// Initials are those of the words that count, and no two people have the same.
func TestInitials(t *testing.T) {
	s := opened(t, gmtest.OpenFiles(t, map[string]string{
		"campaign.yaml": "campaign: {label: Tombs, pack: hybrid}\ncast: [kira]\n",
		"encounters/tomb.yaml": `encounter: {label: Tomb}
combatants:
  kira:   {side: party}
  king:   {side: gang, from: kira, name: King of the Tombs}
  knight: {side: gang, from: kira, name: Knight of the Tower}
  voss:   {side: gang, from: kira, name: Karl Voss}
  one:    {side: gang, from: kira, name: K}
  two:    {side: gang, from: kira, name: K V}
`}))
	for name, want := range map[string]string{"King of the Tombs": "KT", "The Drowned Man": "DM", "Otto von Hohenbrunn": "OV", "Scar": "S"} {
		if got := appearanceOf(s.Rules(), story.Person{Name: name, Named: true}, "").Initials; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	gmtest.Do(t, s, "begin tomb", "reveal king", "reveal knight", "reveal voss", "reveal one", "reveal two")
	seen, err := NewTelling(s).SeatViewOf("kira")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{seen.Own.Initials: "oneself"}
	for _, o := range seen.Others {
		if before := of[o.Initials]; before != "" || o.Initials == "" {
			t.Errorf("%s and %s: both %q", before, o.Name, o.Initials)
		}
		of[o.Initials] = o.Name
	}
	if len(of) != 6 {
		t.Errorf("got %v", of)
	}
}
