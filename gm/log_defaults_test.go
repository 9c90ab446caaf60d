package gm

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// A session that was played before defaults changed says so once, with the line that keeps the old ones; what the campaign
// chooses itself has no default. The entries stand as they were decided.
func TestChangedDefaultsAreToldOnce(t *testing.T) {
	dir := t.TempDir()
	open := func(choices map[string]string) (*Session, string) {
		t.Helper()
		c := gmtest.Campaign(t, campaign.Sample, choices)
		s, notice, err := Open(c, Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return s, notice
	}
	s, notice := open(nil)
	if _, err := s.Do(command.Command{Line: "begin warehouse"}); err != nil || notice != "" {
		t.Fatal(err, notice)
	}
	forget := func(s *Session) {
		if err := s.keepSetting(settingDefaults, rulingDefaults{}); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	forget(s)
	s, notice = open(map[string]string{"closeness": "both"})
	for _, want := range []string{"R78 answering is added, was given_up", "rulings: {", "answering: given_up", "unskilled_perception: task"} {
		if !strings.Contains(notice, want) {
			t.Errorf("%q lacks %q", notice, want)
		}
	}
	if strings.Contains(notice, "closeness") {
		t.Errorf("the campaign chooses closeness: %q", notice)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, notice = open(map[string]string{"closeness": "both"})
	if notice != "" {
		t.Errorf("told again: %q", notice)
	}
	list := s.ChangedDefaults()
	if len(list) < 2 || list[len(list)-2] != (ChangedDefault{"answering", "given_up", 1}) || list[len(list)-1] != (ChangedDefault{"setting_off", "at_once", 1}) {
		t.Errorf("changed: %v", list)
	}
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, _ = open(nil)
	forget(s)
	if s, notice = open(map[string]string{"answering": "given_up", "closeness": "both", "unskilled_perception": "task", "targeted_on_the_move": "ranged", "setting_off": "at_once", "set_up_lost": "kept", "paired_perception": "awareness"}); notice != "" {
		t.Errorf("all is chosen: %q", notice)
	}
	s.Close()
}
