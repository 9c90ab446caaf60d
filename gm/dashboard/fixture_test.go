package dashboard

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// lowTide is the campaign of the frames: a small game that stays the same, however the real one changes.
var lowTide = sync.OnceValues(func() (*campaign.Campaign, error) { return campaign.Open("testdata/campaign", nil) })

// openSession opens a session in memory, with dice from a seed.
func openSession(t testing.TB, campaign *campaign.Campaign, err error) *gm.Session {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	session, _, err := gm.Open(campaign, gm.Options{Dice: rules.NewSeededDice([32]byte{7})})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// sampleSession is a session of the campaign that comes with the program.
func sampleSession(t testing.TB) *gm.Session {
	t.Helper()
	return sessionOf(t, campaign.Sample, nil)
}

// sessionOf returns a session of the campaign called name that comes with the program, with these choices made for its rulings.
func sessionOf(t testing.TB, name string, choices map[string]string) *gm.Session {
	t.Helper()
	return openSession(t, gmtest.Campaign(t, name, choices), nil)
}

// unacceleratedSession returns a session of the sample campaign in which a move is at its full rate at once (R80).
func unacceleratedSession(t testing.TB) *gm.Session {
	t.Helper()
	return sessionOf(t, campaign.Sample, map[string]string{"setting_off": "at_once"})
}

// givenUpSession returns a session of the sample campaign in which an answer gives up the action in progress (R78).
func givenUpSession(t testing.TB) *gm.Session {
	t.Helper()
	return sessionOf(t, campaign.Sample, map[string]string{"answering": "given_up"})
}

// warehouse is a fight of ten under way: the lines of testdata/warehouse.txt, and then others.
func warehouse(t testing.TB, lines ...string) *gm.Session {
	t.Helper()
	campaign, err := lowTide()
	session := openSession(t, campaign, err)
	data, err := os.ReadFile("testdata/warehouse.txt")
	if err != nil {
		t.Fatal(err)
	}
	play(t, session, strings.Split(strings.TrimSpace(string(data)), "\n")...)
	play(t, session, lines...)
	return session
}

// play carries out lines.
func play(t testing.TB, session *gm.Session, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if _, err := session.Do(command.Command{Line: line}); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

// lastEntry is the newest entry of a session.
func lastEntry(t testing.TB, session *gm.Session) gm.Entry {
	t.Helper()
	log := session.Log()
	entry, err := session.Entry(log[len(log)-1].Seq())
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// crowd is a fight of many with a long log.
func crowd(t testing.TB, many, lines int) *gm.Session {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/campaign")); err != nil {
		t.Fatal(err)
	}
	encounter := "encounter: {label: A crowd}\ncombatants:\n"
	for i := range many {
		encounter += fmt.Sprintf("  who%d: {from: kira, name: Number %d, side: %s}\n", i, i, []string{"party", "gang"}[i%2])
	}
	if err := os.WriteFile(filepath.Join(dir, "encounters", "crowd.yaml"), []byte(encounter), 0o644); err != nil {
		t.Fatal(err)
	}
	campaign, err := campaign.Open(dir, nil)
	session := openSession(t, campaign, err)
	play(t, session, "begin crowd")
	for i := range many {
		play(t, session, "turn who"+strconv.Itoa(i)+" "+strconv.Itoa(5+i*7%90))
	}
	for range lines {
		play(t, session, "note Number 3 → short sword 56 %, rolled 17, Solid Success ×1.25 · chest · 14 − 4 = 10 → PFT and more besides, so that it takes two rows")
	}
	return session
}
