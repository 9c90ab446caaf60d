package verbs_test

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// TestNounsAndTitles: a contest names the skill of a task, whose label is a deed, and the title of a group at a place says where each is.
func TestNounsAndTitles(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{3})})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin mole")
	for line, want := range map[string]string{
		"contest kira persuade_guard against dov persuasion, dice 97 97": "Kira pits her persuasion against Dov's persuasion, but neither wins",
		"place kira and dov table":                                       "Kira and Dov are at the table on trestles",
	} {
		gmtest.Do(t, s, line)
		log := s.Log()
		if got := log[len(log)-1].Text(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestListsOfNames: commas in a list of names that ends with “and” begin no options.
func TestListsOfNames(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{3})})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin warehouse")
	for line, want := range map[string]string{
		"roll hiding by kira, dov and ilse, df -2":  "Kira Vance, Dov Hallam, Ilse Marrin: hiding",
		"kira, dov, bram and ilse: check hiding":    "Party: hiding",
		"put Kira, Dov and Ilse prone":              "Kira, Dov and Ilse fall.",
		"roll hiding by kira and dov, df -2":        "Kira Vance, Dov Hallam: hiding",
		"note kira, dov and ilse have met, at last": "Note: kira, dov and ilse have met, at last",
	} {
		gmtest.Do(t, s, line)
		log := s.Log()
		if got := log[len(log)-1].Text(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestWhoLeavesReturnsAsBefore: one who leaves a scene and comes back, in it or in the next one, has the same wounds and experience as before,
// and what lasts for a time goes on. One without a file of the same name can come back, too.
func TestWhoLeavesReturnsAsBefore(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{3})})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	leave := []string{"initiative kira dice 1 1 1", "turn kira 30", "next", "set bram and tilde PFT -10", "award 3 bram", "put bram bleeding for 200", "remove bram and tilde"}
	gmtest.Do(t, s, append([]string{"begin warehouse"}, leave...)...)
	gmtest.Do(t, s, "add tilde", "set scar and grell PFT -10", "put grell unconscious", "remove scar and grell", "add scar side gang", "add grell side gang")
	pool := func(who, name string) float64 {
		p, _ := s.Rules().Pools.Get(name)
		return s.State().Find(who).PoolValue(p)
	}
	if pool("shooter", "PFT") != 17 || pool("cutter_1", "PFT") != 17 || pool("grell", "PFT") != 42 { // Grell is another man, as he was down
		t.Errorf("fatigue %v, %v, %v", pool("shooter", "PFT"), pool("cutter_1", "PFT"), pool("grell", "PFT"))
	}
	for _, line := range []string{"add bram", "begin mole"} {
		gmtest.Do(t, s, line)
		bram, experience := s.State().Find("bram"), pool("bram", s.Rules().Skill.Currency)
		if len(bram.Conditions) != 1 || bram.Conditions[0].Limit-s.State().Count != 200 || pool("bram", "PFT") >= 40 || experience < 3 {
			t.Errorf("%s: fatigue %v, experience %v, conditions %+v", line, pool("bram", "PFT"), experience, bram.Conditions)
		}
		gmtest.Do(t, s, "remove bram", "finish")
	}
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
}

// TestPaymentIsOneSentence: who pays whom how much is told at once, of several who pay too.
func TestPaymentIsOneSentence(t *testing.T) {
	s, _, err := gm.Open(gmtest.Campaign(t, "cold_lantern", nil), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin lock_four")
	for line, want := range map[string]string{"pay pell 40 by juno": "Juno pays Pell 40 credits. ·", "pay hatch 5 by juno and oren": "Juno and Oren each pay Hatch 5 credits. ·"} {
		gmtest.Do(t, s, line)
		log := s.Log()
		if got := log[len(log)-1].Text(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestOnesElsewhereAreRefusedAlike: a line that names somebody who isn't in the scene, first or after others, says so and how that one comes
// in, whatever verb it has. What begins with `and` in a text is no name.
func TestOnesElsewhereAreRefusedAlike(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin warehouse", "finish", "begin mole")
	for _, line := range []string{
		"contest kira hiding against grell sword", "contest grell hiding against kira sword", "check grell sword", "roll hiding by kira and grell",
		"grell: attack kira", "kira: attack grell", "attack kira grell", "kira: tend grell", "tend kira grell",
		"hurt kira and grell 7", "set grell PFT 3", "set kira and grell PFT -2", "set party except grell PFT -2", "put kira and grell stunned",
		"end kira and grell stunned", "hold kira and grell", "train kira and grell 4 h alone", "raise kira and grell sword", "award 3 kira and grell",
		"ask kira and grell hiding", "secret ledger to kira and grell", "whisper grell hello", "whisper kira and grell: hello", "remind grell 3 min hello",
		"side kira and grell gang", "pass 20 min by kira and grell", "sleep kira and grell 8 h", "move kira to grell walking", "flee kira from grell",
		"initiative grell", "turn grell 3", "place kira and grell 3", "remove kira and grell", "pay grell 4 purse",
	} {
		if _, err := s.Do(command.Command{Line: line}); err == nil || err.Error() != "Grell isn't in this scene. Type `add grell side gang`." {
			t.Errorf("%s: %v", line, err)
		}
	}
	gmtest.Do(t, s, "whisper kira and then he left")
}

// TestDeedsOfASide: what a side does is told with its number, and in a game by counts, too, a combatant can't do it; a condition of people that is
// put on a side is put on its members.
func TestDeedsOfASide(t *testing.T) {
	files := gmtest.SecretFiles(t)
	files["tables/deeds.yaml"] = "actions: {buy: {label: Buy, of: side, any_time: true}, teach: {label: Teach, of: side, whom: any, any_time: true}, sell: {label: Sell off, of: side, any_time: true}, zork: {label: Zork, of: side, any_time: true}}\nconditions: {rich: {of: side}}\n"
	files["encounters/hatch.yaml"] += "sides: {party: {label: The Otters, pronouns: many}, gang: {label: The gang}}\n"
	s, _, err := gm.Open(gmtest.OpenFiles(t, files), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin hatch")
	for _, row := range [][2]string{
		{"party: buy", "The Otters buy."}, {"party: sell", "The Otters sell off."}, {"party: zork", "The Otters use zork."}, {"gang: buy", "The gang buys."},
		{"kira: buy", "Buy is an action of a side. Type `party: buy`."}, {"kira: teach", "Teach is an action of a side. Type `party: teach`."}, {"party: teach dov", "The Otters teach Dov."},
		{"put party prone", "Kira, Dov and Mate fall."},
		{"put kira rich", "Rich is a condition of a side. Type `put party rich`."}, {"end kira rich", "Rich is a condition of a side. Type `end party rich`."},
		{"put party rich", "The Otters are rich."}, {"end kira rich", "Rich is a condition of a side. Type `end party rich`."}, {"end party rich", "The Otters are no longer rich."},
	} {
		_, err := s.Do(command.Command{Line: row[0]})
		log := s.Log()
		if got := log[len(log)-1].Text(); err == nil && got != row[1] || err != nil && err.Error() != row[1] {
			t.Errorf("%s: %s, %v, want %s", row[0], got, err, row[1])
		}
	}
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
}

// TestGroupsAreMembers: a line about a group does the same to its members whether or not their side has money of its own, and a group can
// stand before the colon, too.
func TestGroupsAreMembers(t *testing.T) {
	lines := []string{"put gang prone", "end gang prone", "put party jolted for 3 min", "do party walking", "hold party nothing", "party: perceive", "check party sword",
		"check kira and dov sword", "party except dov: check sword", "party: set PFT -2", "party: roll sneaking", "party: pass 1 h", "party: sleep 8 h", "pass 1 h by gang",
		"reveal party", "party: scene light_bad", "contest party sword against grell sword"}
	played := func(files map[string]string) (said []string) {
		s, _, err := gm.Open(gmtest.OpenFiles(t, files), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{5})})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		gmtest.Do(t, s, "begin hatch")
		for _, line := range lines {
			if _, err := s.Do(command.Command{Line: line}); err != nil {
				said = append(said, line+": "+err.Error())
			} else if log := s.Log(); true {
				said = append(said, line+": "+log[len(log)-1].Text())
			}
		}
		for _, side := range s.State().Sides {
			if len(side.Conditions)+len(side.Activities) > 0 {
				t.Errorf("%s has conditions or an activity", side.Key)
			}
		}
		if _, err := s.Verify(); err != nil {
			t.Error(err)
		}
		return said
	}
	files := gmtest.SecretFiles(t)
	want := played(files)
	for i, text := range want {
		if refused := i >= len(lines)-3; refused != strings.Contains(text, "No combatant named “party”") {
			t.Error(text)
		}
	}
	files["tables/money.yaml"] = "pools: {purse: {label: Silver, of: side, max: none, start: 9, paid: true}}\n"
	for i, got := range played(files) {
		if got != want[i] {
			t.Errorf("with money: %s\nwithout:    %s", got, want[i])
		}
	}
}

// TestPartyOfAnEmptyCast: characters who came in without being in the cast gather again after a scene that left them behind.
func TestPartyOfAnEmptyCast(t *testing.T) {
	files := gmtest.SecretFiles(t)
	files["campaign.yaml"] = "campaign: {label: Evening, pack: hybrid, begins: day 1 18:00}\n"
	files["encounters/shop.yaml"] = "encounter: {label: The shop}\ncombatants: {kira: {side: party}}\n"
	s, _, err := gm.Open(gmtest.OpenFiles(t, files), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "add kira and dov side party", "begin shop")
	if s.State().Find("dov") != nil {
		t.Fatal("Dov is in the shop")
	}
	if gmtest.Do(t, s, "gather"); s.State().Find("dov") == nil {
		t.Error("Dov hasn't come")
	}
}

// TestCompanyOfAnEmptyCast: a scene can begin with characters who have players and aren't in the cast.
func TestCompanyOfAnEmptyCast(t *testing.T) {
	files := gmtest.SecretFiles(t)
	files["campaign.yaml"] = "campaign: {label: Evening, pack: hybrid, begins: day 1 18:00}\n"
	files["encounters/shop.yaml"] = "encounter: {label: The shop}\ncombatants: {}\n"
	s, _, err := gm.Open(gmtest.OpenFiles(t, files), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin shop, with kira and dov")
	for _, key := range []string{"kira", "dov"} {
		if a := s.State().Find(key); a == nil || a.Side != command.Party {
			t.Errorf("%s: %+v", key, a)
		}
	}
	if _, err := s.Do(command.Command{Line: "begin shop, with grell"}); err == nil {
		t.Error("an adversary joins the party")
	}
}

// TestHelpComesTooLate: if the time that help takes prevents it, the time passes and the entry says so.
func TestHelpComesTooLate(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{2})})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "gather", "set bram PFT 0", "set bram PBD to -26", "put bram bleeding", "sefa: tend bram, answer continue")
	log := s.Log()
	if got := log[len(log)-1].Text(); !strings.Contains(got, "no longer possible: no one bleeds there") {
		t.Error(got)
	}
	gmtest.Do(t, s, "put kira and dov unconscious", "pass 6 s by kira and dov")
	log = s.Log()
	if got := log[len(log)-1].Text(); !strings.Contains(got, "Kira can't join") || !strings.Contains(got, "Dov can't join") {
		t.Error(got)
	}
}

// TestDaysStopAtReminders: days stop at a reminder where a part of the day ends, and their rest can be continued.
func TestDaysStopAtReminders(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "gather", "clock day 1 22:00", "remind day 2 06:00 a rider")
	before, line := s.State().Elapsed, "pass 3 d camp by party"
	gmtest.Do(t, s, line)
	passed := s.State().Elapsed - before
	if passed != 8*3600 {
		t.Errorf("%g hours pass, not 8", passed/3600)
	}
	if _, _, rest := (verbs.Endings{Game: s.Game()}).RestOfSpan(line, passed); rest != "pass 2 d 16 h camp_life by party" {
		t.Errorf("the rest is %q", rest)
	}
}
