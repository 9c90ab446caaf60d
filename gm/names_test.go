package gm

import (
	"strings"
	"testing"

	"hybrid/gm/command"
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
	if learnt := s.State().Find("kira").Learnt("warden", "name"); learnt == nil || learnt.Text != "Captain Osric" {
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
	if a = s.State().Find("warden"); a.Name != "Big Osric" || s.State().Find("kira").Learnt("warden", "name").Text != "Big Osric" {
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
