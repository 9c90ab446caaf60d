package gm

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestMain runs tests side by side: half of them is waiting for the disk.
func TestMain(m *testing.M) { gmtest.RunParallel(m) }

// opened is a session of a campaign with dice from a seed, in a folder or, without one, in memory only.
func opened(t testing.TB, c *campaign.Campaign, dir string, seed byte) *Session {
	t.Helper()
	s, notice, err := Open(c, Options{Dir: dir, Dice: rules.NewSeededDice([32]byte{seed}), Clock: ticking()})
	if err != nil {
		t.Fatal(err)
	}
	if notice != "" {
		t.Fatal(notice)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func sample(t testing.TB) *campaign.Campaign { return gmtest.Sample(t) }

func folderOf(t testing.TB, files map[string]string) string { return gmtest.Folder(t, files) }

func ticking() func() time.Time { return gmtest.Clock() }

// do carries out lines that must all succeed.
func do(t testing.TB, s *Session, lines ...string) (last Entry) {
	t.Helper()
	return gmtest.Do(t, s, lines...)
}

// asked is the question that a command stops at.
func asked(t testing.TB, s *Session, c command.Command) *rules.Need {
	t.Helper()
	_, err := s.Do(c)
	var need *rules.Need
	if !errors.As(err, &need) {
		t.Fatalf("%s: got %v, want a question", c.Line, err)
	}
	return need
}

// refused is what a command is refused with.
func refused(t testing.TB, s *Session, c command.Command) string {
	t.Helper()
	before, entries := s.State(), len(s.Log())
	_, err := s.Do(c)
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("%s: got %v, want a refusal", c.Line, err)
	}
	if s.State() != before || len(s.Log()) != entries {
		t.Errorf("%s: it was refused, and something happened all the same", c.Line)
	}
	oneLine(t, c.Line, refusal.Text)
	return refusal.Text
}

// oneLine holds a refusal to its form.
func oneLine(t testing.TB, line, text string) {
	t.Helper()
	if text == "" || strings.ContainsAny(text, "\n\r\x1b") || strings.Contains(text, "%!") && !strings.Contains(line, "%!") {
		t.Errorf("%q: the refusal is not one line: %q", line, text)
	}
}

// TestOwnPath takes a character from a file within the campaign's folder, wherever the program is run.
func TestOwnPath(t *testing.T) {
	home := folderOf(t, map[string]string{
		"campaign.yaml":           "cast: [people/rook.yaml]\n",
		"people/rook.yaml":        "character: {name: Rook}\nstats: {PST: 10, PEN: 10, DEX: 10, PAG: 10, PAW: 10, MST: 10, MEN: 10, MAG: 10, MAW: 10, PSI: 10}\n",
		"encounters/meeting.yaml": "combatants: {one: {from: people/rook.yaml, name: One}}\n",
	})
	c, err := campaign.Open(home, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, c, "", 1)
	do(t, s, "begin meeting")
	if one := s.State().Find("one"); one == nil || one.Name != "One" {
		t.Errorf("got %+v", one)
	}
}
