package gm

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestRename gives a combatant another name: the state, who knows the old one, and the log have it, and undo takes it back.
func TestRename(t *testing.T) {
	s, _, err := Open(sample(t), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "begin warehouse", "reveal warden name to kira", "rename osric Captain Osric")
	a := s.State().Find("warden")
	if a.Name != "Captain Osric" || a.Short != "Osric" {
		t.Errorf("called %q, short %q", a.Name, a.Short)
	}
	if learnt := s.State().Find("kira").BeliefAbout("warden", "name"); learnt == nil || learnt.Text != "Captain Osric" {
		t.Errorf("Kira knows %+v", learnt)
	}
	log := s.Log()
	if line := log[len(log)-1].Text(); !strings.Contains(line, "Captain Osric") {
		t.Errorf("the log says %q", line)
	}
	do(t, s, "rename osric The Wall")
	if a = s.State().Find("warden"); a.Short != "The Wall" {
		t.Errorf("short %q", a.Short)
	}
	do(t, s, "undo", "undo")
	if a = s.State().Find("warden"); a.Name != "Big Osric" || s.State().Find("kira").BeliefAbout("warden", "name").Text != "Big Osric" {
		t.Errorf("undone it is called %q", a.Name)
	}
	for line, want := range map[string]string{"rename osric": "Enter the new name", "rename osric Grell": "taken"} {
		if _, err := s.Do(command.Command{Line: line}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestContestNamesItsWinner: the log of a contest ends with who wins it, or that neither does.
func TestContestNamesItsWinner(t *testing.T) {
	s, _, err := Open(sample(t), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "begin warehouse")
	for dice, want := range map[string]string{
		"5 90":  "Kira wins against Dov, with wrestling against physical strength. · check 5≤",
		"90 5":  "Dov wins against Kira, with physical strength against wrestling. · check 90>",
		"90 90": "Kira pits her wrestling against Dov's physical strength, but neither wins. · check 90>",
	} {
		do(t, s, "contest kira wrestling against dov PST, dice "+dice)
		log := s.Log()
		if line := log[len(log)-1].Text(); !strings.Contains(line, want) {
			t.Errorf("dice %s: no %q in %s", dice, want, line)
		}
	}
}

// namesakes is a campaign in which three combatants have one name.
func namesakes(t *testing.T) *campaign.Campaign {
	return gmtest.Campaign(t, gmtest.Folder(t, map[string]string{
		"campaign.yaml": "campaign: {label: Names}\n",
		"encounters/e.yaml": "combatants:\n  a1: {side: guard, from: kira, name: Ada}\n  a2: {side: guard, from: kira, name: Ada}\n" +
			"  a3: {side: gang, from: dov, name: ada}\n  old: {side: gang, from: lantern_lad, name: Old Pummel}\n  zoe: {side: gang, from: grell, name: Zo\u00eb}\n",
	}), nil)
}

// TestNamesOfSeveral refuses a name that several have, in each place of a line, with the keys that tell them apart; the keys still
// name one each, and an entry from before stays about the first when it is verified or amended.
func TestNamesOfSeveral(t *testing.T) {
	s, _, err := Open(namesakes(t), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "begin e")
	for _, line := range []string{"hurt Ada fall 1", "put Ada prone", "Ada: wait", "ada attack old", "attack Ada old", "old: attack ada", "remove ADA", "roll climbing by Ada", "rename Ada Eva", "award 5 Ada", "turn ada 9"} {
		if _, err := s.Do(command.Command{Line: line}); err == nil || !strings.HasSuffix(err.Error(), "could be a1, a2 or a3. Type one of these.") {
			t.Errorf("%s: %v", line, err)
		}
	}
	s.game.OldReading = true // as earlier versions did
	do(t, s, "set Ada pft 1", "set a2 pft 2")
	s.game.OldReading = false
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
	do(t, s, "amend 2 before put a3 prone", "accept")
	pool, _ := s.Rules().Pools.Get("PFT")
	for key, want := range map[string]float64{"a1": 1, "a2": 2} {
		if got := s.State().Find(key).PoolValue(pool); got != want {
			t.Errorf("amended, %s has %g, want %g", key, got, want)
		}
	}
	do(t, s, "put zoe\u0308 prone", "rename zoe\u0308 Zo", "rename zo Zoe\u0308") // an accent apart from its letter
	if name := s.State().Find("zoe").Name; name != "Zo\u00eb" {
		t.Errorf("named %q", name)
	}
}

// TestNewcomersNames refuses names for newcomers that would be taken for another combatant, a side, several, a number or nothing.
func TestNewcomersNames(t *testing.T) {
	s, _, err := Open(namesakes(t), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "begin e")
	for line, want := range map[string]string{
		"add lantern_lad as Old Pummel":     "“Old Pummel” is taken. Choose another name: `add lantern_lad as NAME`.",
		"add lantern_lad as ada":            "“ada” is taken",
		"add lantern_lad as Zoe\u0308":      "“Zo\u00eb” is taken",
		"add lantern_lad as all":            "“all” already means several",
		"add lantern_lad as Guard":          "“Guard” is the name of a side",
		"add 2 lantern_lad as gang":         "“gang” is the name of a side",
		"add lantern_lad as Wolf side wolf": "“Wolf” is the name of a side",
		"add lantern_lad as 12":             "“12” would be read as a number",
		"add lantern_lad as":                "Name a character file",
		"add lantern_lad as \u2800":         "The name is blank",
		"add lantern_lad side all":          "“all” already means several combatants. Choose another side.",
		"add lantern_lad side a1":           "“a1” is the name of a combatant",
		"add lantern_lad side old Pummel":   "“old Pummel” is the name of a combatant. Choose another side.",
		"add lantern_lad as Tam side 12":    "“12” would be read as a number. Choose another side.",
		"rename old \u2800":                 "Enter the new name",
		"rename old All":                    "“All” already means several",
		"rename old guard":                  "“guard” is the name of a side",
		"rename old a1":                     "“a1” is taken",
		"rename old 3":                      "“3” would be read as a number",
	} {
		if _, err := s.Do(command.Command{Line: line}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	do(t, s, "add lantern_lad as Young Pummel", "rename old The Old Pummel", "rename the old pummel old")
}

// TestNumbersAreGivenOnce: within an encounter no newcomer gets the number of one who left, nor what players knew of it; the next
// encounter begins again.
func TestNumbersAreGivenOnce(t *testing.T) {
	s, _, err := Open(namesakes(t), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	here := func() (keys string) {
		for _, a := range s.State().Actors[5:] {
			keys += a.Key + " "
		}
		return keys
	}
	do(t, s, "begin e", "add 3 dock_cutter", "remove dock_cutter_2", "add 1 dock_cutter", "add dock_cutter", "add dock_cutter")
	if got, want := here(), "dock_cutter_1 dock_cutter_3 dock_cutter_4 dock_cutter dock_cutter_5 "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	do(t, s, "remove dock_cutter_5", "undo", "remove dock_cutter_4", "add 2 dock_cutter")
	if got, want := here(), "dock_cutter_1 dock_cutter_3 dock_cutter dock_cutter_5 dock_cutter_6 dock_cutter_7 "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	do(t, s, "finish", "begin e fresh", "add 2 dock_cutter")
	if got, want := here(), "dock_cutter_1 dock_cutter_2 "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
}

// TestPlansAboutOneWhoLeft: what others do, wait for, plan and propose about one who is removed ends and is said; their turns come at
// once. What is about others stays, and an entry from before is verified as it was decided.
func TestPlansAboutOneWhoLeft(t *testing.T) {
	s, _, err := Open(sample(t), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "begin warehouse", "turn kira 1", "next", "kira: preset when Grell draws, then attack grell", "turn dov 2", "next", "dov: preset when Bram moves, then attack grell",
		"turn bram 3", "next", "bram: attack grell", "turn ilse 4", "next", "ilse: preset when Grell or Scar draws")
	for _, place := range []string{"kira 0", "dov 0", "bram 0", "ilse 0", "grell 60"} {
		do(t, s, "place "+place)
	}
	do(t, s, "place cutter_1 10", "place hanne 0", "turn cutter_1 5", "next", "move cutter_1 to grell walking dice 11")
	if _, err := s.Proposals().Propose(Proposal{By: "ilse", Line: "ilse: attack grell"}); err != nil {
		t.Fatal(err)
	}
	do(t, s, "remove grell")
	told := s.Log()[len(s.Log())-1].Text()
	for _, key := range []string{"kira", "dov", "bram"} {
		if a := s.State().Find(key); a.Turn != s.State().Count || a.Waiting || a.Doing != nil || len(command.ReleasableTriggers(s.Game())) != 1 || !strings.Contains(told, a.Short) {
			t.Errorf("%s: turn %g of %g, waiting %v, doing %v, waits %v: %s", key, a.Turn, s.State().Count, a.Waiting, a.Doing, command.ReleasableTriggers(s.Game()), told)
		}
	}
	if of := s.Proposals().ProposalsBy("ilse"); len(of) != 1 || !of[0].Declined {
		t.Errorf("still proposed: %+v", of)
	}
	if a := s.State().Find("cutter_1"); a.Going != nil || !strings.Contains(told, a.Short) {
		t.Errorf("%s is still on the way to %+v: %s", a.Short, a.Going, told)
	}
	s.game.OldDecisions = true
	do(t, s, "cutter_1: wait", "next", "kira: attack hanne", "remove hanne")
	s.game.OldDecisions = false
	if s.State().Find("kira").Doing == nil {
		t.Error("as before, the attack goes on")
	}
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
}

// TestDecimalCommas: a number with a comma is refused with how it is written, wherever it is in a line; dice and options may be parted
// by commas alone.
func TestDecimalCommas(t *testing.T) {
	s, _, err := Open(sample(t), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "begin warehouse", "turn kira 1", "next")
	for _, line := range []string{"attack grell, rush 2,5", "attack grell, points 2,5", "attack grell, df -2,5", "place kira 2,5", "turn dov 2,5", "set kira PFT 2,5", "set kira PFT -2,5", "set kira PFT=2,5",
		"hurt bram fall 2,5", "pass 2,5 h", "award 2,5 party", "do kira walking 2,5", "next 2,5", "put dov gripped 2,5 by kira", "contest kira sword +2,5 against dov sword", "train kira 2,5 h teacher"} {
		if _, err := s.Do(command.Command{Line: line}); err == nil || err.Error() != "“2,5” isn't a number. Write 2.5 with a point." {
			t.Errorf("%s: %v", line, err)
		}
	}
	if _, err := s.Do(command.Command{Line: "set kira PFT 1,000"}); err == nil || !strings.Contains(err.Error(), "or 1000 without a comma") {
		t.Error(err)
	}
	do(t, s, "hurt bram fall 4 dice 17,3", "attack grell,df -2,points 2")
}

// TestTaskSkillOfAnEarlierVersion: a task that was rolled on another of its skills than the likeliest, as an earlier version chose it,
// is verified as it was decided.
func TestTaskSkillOfAnEarlierVersion(t *testing.T) {
	s, _, err := Open(sample(t), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	do(t, s, "begin warehouse", "turn kira 1", "next")
	kira := s.State().Find("kira")
	for _, task := range s.Rules().Tasks.All {
		var learnt []string
		for _, skill := range task.Skills() {
			if kira.Sheet.HasLearntAny([]*rules.Skill{skill}) {
				learnt = append(learnt, skill.Name)
			}
		}
		if len(learnt) < 2 {
			continue
		}
		for _, skill := range learnt {
			s.game.TaskSkill = skill
			do(t, s, "kira: task "+task.Name)
			if got := s.State().Find("kira").Doing.Skill; got != skill {
				t.Errorf("%s: on %s, want %s", task.Name, got, skill)
			}
			s.game.TaskSkill = ""
			if _, err := s.Verify(); err != nil {
				t.Error(err)
			}
			do(t, s, "undo")
		}
		return
	}
	t.Error("no task with a choice")
}

// TestSecretComesOpenly: a condition that one has in secret is open once it is put openly; an entry of an earlier version, in which that
// changed nothing, is verified as it was decided.
func TestSecretComesOpenly(t *testing.T) {
	for _, earlier := range []bool{false, true} {
		s, _, err := Open(sample(t), Options{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		do(t, s, "begin warehouse", "put kira prone, secret")
		s.game.OldDecisions = earlier
		do(t, s, "put kira prone", "put kira prone, secret")
		s.game.OldDecisions = false
		held := s.State().Find("kira").Conditions
		if title := s.Log()[len(s.Log())-1].record.payload().Title; len(held) != 1 || held[0].Secret != earlier || strings.HasSuffix(title, ", secretly") {
			t.Errorf("earlier %t: %+v, %s", earlier, held, title)
		}
		if _, err := s.Verify(); err != nil {
			t.Error(err)
		}
	}
}

// TestMarginByHand: a margin that the game master gives to an attack is taken from the attack alone, not from the target's answer. An entry
// of an earlier version, which took it from both, is verified as it was decided.
func TestMarginByHand(t *testing.T) {
	s := opened(t, sample(t), t.TempDir(), 3) // both blows land
	defer s.Close()
	var err error
	for _, earlier := range []bool{false, true} {
		s.game.OldDecisions = earlier
		do(t, s, "begin warehouse", "turn kira 9", "turn grell 1", "next", "grell: attack kira, against 12")
		var e Entry
		for len(e.Outcomes) == 0 {
			for _, line := range []string{"next, answer block", "next", "kira: wait"} {
				if e, err = s.Do(command.Command{Line: line}); err == nil {
					break
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		s.game.OldDecisions = false
		taken := map[string]bool{}
		for _, o := range e.Outcomes {
			for _, term := range o.Terms {
				taken[o.Label] = taken[o.Label] || term.Value == -12
			}
		}
		if !taken["To hit"] || taken["Block"] != earlier {
			t.Errorf("earlier version %v: the margin is taken from %v", earlier, taken)
		}
		if _, err := s.Verify(); err != nil {
			t.Error(err)
		}
		do(t, s, "finish")
	}
}
