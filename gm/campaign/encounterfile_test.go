package campaign

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ownSample is the sample campaign in a folder of its own.
func ownSample(t *testing.T, files map[string]string) *Campaign {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mine")
	if err := os.MkdirAll(filepath.Join(dir, "encounters"), 0o755); err != nil {
		t.Fatal(err)
	}
	files["campaign.yaml"] = "campaign: {label: Mine}\ncast: [kira, dov, grell, dock_cutter]\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const quay = `# yaml-language-server: $schema=../.schema/encounter.json
# The quay, as Mia wanted it.
encounter:
  label: On the Quay # not on the mole
  # two lanterns, see the map
  notes: >-
    It is dark.
  situations: [light_half]   # both lanterns

# who takes part
combatants:
  kira: {side: party} # she comes late
  # the gang
  grell: {side: gang, place: 4}
  cutter_1: {side: gang, from: dock_cutter, name: Scar}

# the end
`

// TestEncounterIsRewritten: what is different is written, and comments, order and the rest stay as they are.
func TestEncounterIsRewritten(t *testing.T) {
	c := ownSample(t, map[string]string{"encounters/quay.yaml": quay, "encounters/flat.yaml": "encounter: {label: Flat}\ncombatants: {kira: {side: party}}\n"})
	quayOf := func() *Encounter { e, _ := c.Encounter("quay"); copied := *e; return &copied }
	place := 12.5
	for _, row := range []struct {
		name   string
		change func(e *Encounter)
		want   [][2]string // in the file, then instead
	}{
		{"nothing", func(*Encounter) {}, nil},
		{"one is elsewhere", func(e *Encounter) {
			e.Combatants = append([]Combatant(nil), e.Combatants...)
			e.Combatants[0].Place = &place
		}, [][2]string{{"kira: {side: party} # she", "kira: {side: party, place: 12.5} # she"}}},
		{"one leaves, one comes", func(e *Encounter) {
			e.Combatants = append(append([]Combatant(nil), e.Combatants[0], e.Combatants[2]), Combatant{Key: "dov", From: "dov", Side: "party", Tactic: "careful"})
		}, [][2]string{{"  grell: {side: gang, place: 4}\n", ""}, {"name: Scar}\n", "name: Scar}\n  dov: {side: party, tactic: careful}\n"}}},
		{"the scene and the texts", func(e *Encounter) {
			e.Situations, e.Read, e.Notes = nil, "Salt: and \"tar\" # everywhere.\nYou hear them.", "It is dark, and it rains."
		}, [][2]string{{"[light_half]   #", "[] #"}, {"It is dark.", "It is dark, and it rains."},
			{"# both lanterns\n", "# both lanterns\n  read: >-\n    Salt: and \"tar\" # everywhere.\n\n    You hear them.\n"}}},
		{"the label", func(e *Encounter) { e.Label = "At the Quay: late" }, [][2]string{{"label: On the Quay #", "label: \"At the Quay: late\" #"}}},
	} {
		e := quayOf()
		row.change(e)
		got, err := c.EncounterText(e, []byte(quay))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		want := quay
		for _, pair := range row.want {
			want = strings.Replace(want, pair[0], pair[1], 1)
		}
		if got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", row.name, got, want)
		}
	}
	e, _ := c.Encounter("flat")
	flat := *e
	flat.Combatants = append([]Combatant(nil), Combatant{Key: "grell", From: "grell", Side: "gang"}, e.Combatants[0])
	_, old, _ := c.EncounterFile("flat")
	if got, err := c.EncounterText(&flat, old); err != nil || got != "encounter: {label: Flat}\ncombatants:\n  grell: {side: gang}\n  kira: {side: party}\n" {
		t.Errorf("a file in two lines became\n%s%v", got, err)
	}
}

// TestEncounterIsWritten: a new one is a file that is read as it was meant; one that was saved meanwhile is left alone, and
// a campaign that came along has no place for one.
func TestEncounterIsWritten(t *testing.T) {
	c := ownSample(t, map[string]string{})
	e := &Encounter{Name: "mole", Label: "The mole, at dawn", Read: "Mist, and gulls.", Situations: []string{"light_half"},
		Combatants: []Combatant{{Key: "kira", From: "kira", Side: "party"}, {Key: "rat_1", From: "dock_cutter", Side: "gang", Name: "Rat, the first"}}}
	text, err := c.EncounterText(e, nil)
	if err != nil {
		t.Fatal(err)
	}
	file, err := c.WriteEncounter("mole", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Open(c.Home(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if now, ok := again.Encounter("mole"); !ok || !now.isEquivalent(e) {
		t.Errorf("%s reads %+v", file, now)
	}
	if _, err := c.WriteEncounter("mole", text, nil); err == nil || !strings.Contains(err.Error(), "saved by another program") {
		t.Errorf("written over: %v", err)
	}
	sample, err := Open(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := sample.EncounterFile("mole"); err == nil || !strings.Contains(err.Error(), "hybrid new campaign") {
		t.Errorf("got %v", err)
	}
}

// TestPrepared reads the secrets and threads of an encounter, each on one line, and refuses those without a text.
func TestPrepared(t *testing.T) {
	c, err := Open(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := c.ReadEncounter("talk.yaml", []byte("encounter:\n  secrets:\n    page: >-\n      under\n      her cards\n  threads:\n    answer: What did Orlo see?\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Secrets) != 1 || e.Secrets[0] != (PreparedText{"page", "under her cards"}) || len(e.Threads) != 1 || e.Threads[0].Key != "answer" {
		t.Errorf("%+v, %+v", e.Secrets, e.Threads)
	}
	_, err = c.ReadEncounter("talk.yaml", []byte("encounter: {label: Talk, secrets: {page: ''}, threads: {answer: }}\n"))
	want := "talk.yaml:1:36: Secret page has no text. Add a sentence.\ntalk.yaml:1:57: Thread answer has no text. Add a sentence."
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestClocks reads the clocks of an encounter, and refuses those without a time that comes.
func TestClocks(t *testing.T) {
	c, err := Open("cold_lantern", nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := c.ReadEncounter("talk.yaml", []byte("clocks:\n  tide: {label: the tide turns, after: 40 min, then: it is deep}\n  lamp: {every: 10 min}\n  watch: {at: \"23:30\", then: [begin choir, scene dark]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	tide, lamp, watch := e.Clocks[0], e.Clocks[1], e.Clocks[2]
	if tide.Text != "the tide turns: it is deep" || tide.After != 2400 || tide.Lines != nil || lamp.Text != "Lamp" || lamp.After != 600 || lamp.Every != 600 || watch.Time != "23:30" || len(watch.Lines) != 2 {
		t.Errorf("%+v", e.Clocks)
	}
	rounds, err := Open("catacombs", nil)
	if err != nil {
		t.Fatal(err)
	}
	if e, err = rounds.ReadEncounter("quest.yaml", []byte("clocks: {end: {after: 4 turns}}\n")); err != nil || e.Clocks[0].After != 4 {
		t.Errorf("in turns: %+v, %v", e.Clocks, err)
	}
	if _, err := rounds.ReadEncounter("quest.yaml", []byte("clocks: {end: {after: 4 min}}\n")); err == nil || !strings.HasSuffix(err.Error(), "“4 min” isn't a number of turns. Write, for example, 4 turns.") {
		t.Errorf("minutes where a turn has no length: %v", err)
	}
	dateless := *c
	dateless.Begins = nil
	for text, want := range map[string]string{
		"{label: nothing}": "Clock one has no time. Add `after: 40 min` or `at: \"23:30\"`.", "{after: soon}": "“soon” isn't a duration. Write, for example, 40 min.",
		"{after: 2 min, at: \"23:30\"}": "Clock one has after and at. Write only one of them.", "{at: noon}": "“noon” isn't a time. Write, for example, \"23:30\" or day 2 06:00.",
		"{at: day 2 06:00}": "Clock one needs a calendar. Add `begins: day 1 21:40` to campaign.yaml."} {
		if _, err := dateless.ReadEncounter("talk.yaml", []byte("clocks: {one: "+text+"}\n")); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestExits reads the exits of an encounter, keeps them when the encounter is changed, and refuses one without a place.
func TestExits(t *testing.T) {
	c, err := Open(Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := "encounter: {label: A chase}\ncombatants: {kira: {side: party, place: 0}}\nexits:\n  crane: {label: the dock crane, place: 120}\n  side_door: {place: -4.5}\n"
	e, err := c.ReadEncounter("chase.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if want := []Exit{{"crane", "the dock crane", 120}, {"side_door", "Side door", -4.5}}; !slices.Equal(e.Exits, want) {
		t.Errorf("got %v, want %v", e.Exits, want)
	}
	for _, name := range []string{"crane", "The dock crane"} {
		if exit, ok := e.Exit(name); !ok || exit.Place != 120 {
			t.Errorf("%s is %v, %v", name, exit, ok)
		}
	}
	e.Label = "Over the tiles"
	if now, err := c.EncounterText(e, []byte(text)); err != nil || !strings.Contains(now, "  crane: {label: the dock crane, place: 120}\n  side_door: {place: -4.5}\n") {
		t.Errorf("%v: the changed file has no exits\n%s", err, now)
	}
	_, err = c.ReadEncounter("chase.yaml", []byte("exits: {crane: {label: the dock crane}}\n"))
	if err == nil || !strings.Contains(err.Error(), "chase.yaml:1:9: Exit crane has no place. Add `place: 100`, in metres.") {
		t.Errorf("got %v", err)
	}
}
