package dashboard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/gmtest"
)

// ownCampaign is a small campaign in a folder of its own, with one encounter.
func ownCampaign(t *testing.T) *campaign.Campaign {
	t.Helper()
	return campaignOf(t, map[string]string{
		"campaign.yaml":        "campaign: {label: Mine}\ncast: [kira, dov, grell, dock_cutter]\n",
		"encounters/quay.yaml": "# as Mia wanted it\nencounter:\n  label: On the Quay # not on the mole\n  situations: [light_half]\ncombatants:\n  kira: {side: party}\n  grell: {side: gang} # in the boat\n",
	})
}

// campaignOf returns the campaign of these files, by their paths in a folder of its own.
func campaignOf(t *testing.T, files map[string]string) *campaign.Campaign {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mine")
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := campaign.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestEncounterIsBuilt: an encounter is put together by keys, with the odds beside it, and written after it was shown.
func TestEncounterIsBuilt(t *testing.T) {
	gmtest.SkipIfShort(t)
	c := ownCampaign(t)
	session := openSession(t, c, nil)
	s := newStage(t, session, 80, 24).keys("B", "1").types("The Mole, at dawn").keys("Enter")
	s.keys("R").types("Mist, and Gulls.").keys("Tab", "+").types("kira").keys("Enter", "Enter")
	s.keys("+").types("dock").keys("Enter")
	for _, many := range []string{"0", "51", ""} {
		s.keys("Backspace", "Backspace").types(many).keys("Enter")
		if frame := s.frame(); !strings.Contains(frame, "Enter a number from 1 to 50.") {
			t.Errorf("%q of one are taken\n%s", many, frame)
		}
	}
	s.keys("2").types("Rat").keys("Enter")
	if !strings.Contains(s.frame(), "party wins") || !strings.Contains(s.frame(), "Rat 2") {
		t.Errorf("the odds are not beside it\n%s", s.frame())
	}
	s.golden("build-80x24")
	s.keys("Esc")
	if !strings.Contains(s.frame(), "Not written yet. Leave?") {
		t.Errorf("Esc doesn't ask\n%s", s.frame())
	}
	if s.keys("Esc"); s.d.mode() != modeBuild {
		t.Errorf("Esc twice leaves what is not written\n%s", s.frame())
	}
	s.keys("Esc", "1") // as w does
	s.golden("write-80x24")
	file := filepath.Join(c.Home(), "encounters", "the_mole_at_dawn.yaml")
	if _, err := os.Stat(file); err == nil {
		t.Errorf("it was written before it was shown")
	}
	s.keys("Enter")
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "  rat_2: {side: gang, from: dock_cutter, name: Rat 2}") || !strings.Contains(string(text), "Mist, and Gulls.") {
		t.Errorf("the file says\n%s%v\n%s", text, err, s.frame())
	}
	if s.d.mode() != modeDesk {
		t.Errorf("the builder stays\n%s", s.frame())
	}
}

// TestEncounterIsChanged: of an encounter that has a file only what was changed is other, and what is different is marked.
func TestEncounterIsChanged(t *testing.T) {
	gmtest.SkipIfShort(t)
	c := ownCampaign(t)
	s := newStage(t, openSession(t, c, nil), 80, 24).keys(":").types("build quay").keys("Enter")
	s.keys("↓", "↓", "↓", "↓", "↓", "Enter", "Tab", "Tab", "Tab", "4", "Enter", "w")
	if frame := s.frame(); !strings.Contains(frame, "−   grell: {side: gang} # in the boat") || !strings.Contains(frame, "+   grell: {side: gang, place: 4} # in the boat") {
		t.Errorf("what is different is not marked\n%s", frame)
	}
	s.keys("Enter")
	text, _ := os.ReadFile(filepath.Join(c.Home(), "encounters", "quay.yaml"))
	if want := "# as Mia wanted it\nencounter:\n  label: On the Quay # not on the mole\n  situations: [light_half]\ncombatants:\n  kira: {side: party}\n  grell: {side: gang, place: 4} # in the boat\n"; string(text) != want {
		t.Errorf("the file says\n%s", text)
	}
}

// TestEncounterTexts: what is read aloud has paragraphs, a paste brings its own, and who takes part is short and looks like
// something.
func TestEncounterTexts(t *testing.T) {
	gmtest.SkipIfShort(t)
	c := ownCampaign(t)
	s := newStage(t, openSession(t, c, nil), 80, 24).keys(":").types("build quay").keys("Enter", "R")
	s.types("The mole lies in a mist so thick that the lanterns at its end are no more than a smear.").keys("Enter", "Enter").types("Gulls!")
	s.keys("↑", "↑", "Home", "→", "Backspace").types("T").keys("↓", "↓", "End")
	s.d.insertPaste("\r\nAnd a bell\nfar off.")
	s.draw()
	s.golden("text-80x24")
	if s.keys("Esc"); s.d.mode() != modeText || s.d.message.text != "Not saved. Press Tab to save, or Esc again to discard." {
		t.Errorf("Esc loses what was typed\n%s", s.frame())
	}
	s.keys("Tab", "↓", "↓", "↓", "↓", "Enter", "Shift-Tab").types("a man with a boathook").keys("Shift-Tab").types("Gr").keys("Enter", "w", "Enter")
	text, err := os.ReadFile(filepath.Join(c.Home(), "encounters", "quay.yaml"))
	want := `# as Mia wanted it
encounter:
  label: On the Quay # not on the mole
  situations: [light_half]
  read: >-
    The mole lies in a mist so thick that the lanterns at its end are no more Than a smear.


    Gulls!

    And a bell

    far off.
combatants:
  kira: {side: party}
  grell: {side: gang, looks: a man with a boathook, short: Gr} # in the boat
`
	if string(text) != want {
		t.Fatalf("%v: the file says\n%s\n%s", err, text, s.frame())
	}
	again, err := campaign.Open(c.Home(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := again.Encounter("quay"); e.Read != "The mole lies in a mist so thick that the lanterns at its end are no more Than a smear.\n\nGulls!\nAnd a bell\nfar off." {
		t.Errorf("it reads %q", e.Read)
	}
}

// TestFoesOfAnEmptyCampaign: in a campaign without encounters, who is no player's character is against the party.
func TestFoesOfAnEmptyCampaign(t *testing.T) {
	gmtest.SkipIfShort(t)
	c := ownCampaign(t)
	if err := os.Remove(filepath.Join(c.Home(), "encounters", "quay.yaml")); err != nil {
		t.Fatal(err)
	}
	c, err := campaign.Open(c.Home(), nil)
	s := newStage(t, openSession(t, c, err), 80, 24).keys("B", "1").types("Dawn").keys("Enter")
	if !strings.Contains(s.frame(), "No combatants yet") {
		t.Errorf("nobody takes part\n%s", s.frame())
	}
	s.keys("+").types("kira").keys("Enter", "Enter", "+").types("grell").keys("Enter", "Enter")
	if !strings.Contains(s.frame(), "party wins") {
		t.Errorf("Grell is of the party\n%s", s.frame())
	}
}

// Where no encounter says who is on which side, whom a player plays is of the party all the same.
func TestTheFirstSides(t *testing.T) {
	c := ownCampaign(t)
	if err := os.Remove(filepath.Join(c.Home(), "encounters", "quay.yaml")); err != nil {
		t.Fatal(err)
	}
	c, err := campaign.Open(c.Home(), nil)
	s := newStage(t, openSession(t, c, err), 80, 24).keys("B", "1").types("The Mole").keys("Enter", "+").types("dock").keys("Enter", "Enter", "+").types("kira").keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "side ◂ party ▸") {
		t.Errorf("Kira is of the cutters' side\n%s", frame)
	}
	s.keys("Enter", "w", "Enter")
	c, err = campaign.Open(c.Home(), nil)
	session := openSession(t, c, err)
	play(t, session, "begin the_mole")
	s = newStage(t, session, 80, 24)
	if frame := s.frame(); !strings.Contains(frame, "Dock cutter╎") || !strings.Contains(frame, "Kira Vance ┃") {
		t.Errorf("who came first is drawn as the players' side\n%s", frame)
	}
	play(t, session, "hurt kira 2d6 crushing chest")
	log := session.Log()
	if told := log[len(log)-1].LogEntry(); len(told.SentenceSpans) == 0 || spanRole(told.SentenceSpans[0].Style) != draw.RoleOurs {
		t.Errorf("in the log Kira is not of the players' side: %+v", told)
	}
}

// TestBuilderOnLargeScreens: where there is room the sheet of who is under the cursor stands beside the odds, and while a list
// is open over it, that of its cursor; who takes part stays in view.
func TestBuilderOnLargeScreens(t *testing.T) {
	gmtest.SkipIfShort(t)
	c := ownCampaign(t)
	for _, at := range []struct {
		name string
		w, h int
	}{{"build-list-80x24", 80, 24}, {"build-120x40", 120, 40}, {"build-list-120x40", 120, 40}, {"build-200x60", 200, 60}} {
		s := newStage(t, openSession(t, c, nil), at.w, at.h).keys(":").types("build quay").keys("Enter", "R").types("The tide is out, and on the wet stones below the quay lies a boat that nobody has tied up.")
		s.keys("Tab", "↓", "↓", "↓", "↓")
		if strings.Contains(at.name, "list") {
			s.keys("+").types("dock")
		}
		s.golden(at.name)
	}
}

// TestOwnSide: a side may be one that the campaign has not got yet; it is typed, and odds and file know it.
func TestOwnSide(t *testing.T) {
	gmtest.SkipIfShort(t)
	c := ownCampaign(t)
	s := newStage(t, openSession(t, c, nil), 80, 24).keys(":").types("build quay").keys("Enter", "+").types("dock").keys("Enter", "Tab", "Tab").types("tollmenx").keys("Backspace")
	if frame := s.frame(); !strings.Contains(frame, "side ◂ tollmen ▸") {
		t.Errorf("the side is not taken as it is typed\n%s", frame)
	}
	s.keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "tollmen     ██") {
		t.Errorf("the odds know nothing of the side\n%s", frame)
	}
	s.keys("w", "Enter")
	text, err := os.ReadFile(filepath.Join(c.Home(), "encounters", "quay.yaml"))
	if want := "dock_cutter: {side: tollmen}"; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%v: the file says\n%s", err, text)
	}
	s.keys(":").types("begin quay").keys("Enter", "+").types("bruiser").keys("Enter", "Tab", "Tab").types("g").types("u")
	if frame := s.frame(); !strings.Contains(frame, "side ◂ gu ▸ none of them here") {
		t.Errorf("a newcomer has no side of its own\n%s", frame)
	}
	s.keys("Backspace", "Backspace")
	if frame := s.frame(); strings.Contains(frame, "side ◂ gu") || !strings.Contains(frame, "can act") {
		t.Errorf("the side typed cannot be taken back\n%s", frame)
	}
}

// TestNextAfterNobody: an encounter in which nobody is ends by itself when the next is begun.
func TestNextAfterNobody(t *testing.T) {
	c := ownCampaign(t)
	file := filepath.Join(c.Home(), "encounters", "empty.yaml")
	if err := os.WriteFile(file, []byte("encounter: {label: Nobody}\ncombatants: {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := campaign.Open(c.Home(), nil)
	s := newStage(t, openSession(t, c, err), 80, 24).keys(":").types("begin empty").keys("Enter", "b")
	if frame := s.frame(); !strings.Contains(frame, "Begin which scene?") {
		t.Errorf("it asks what goes on of nobody\n%s", frame)
	}
}

// TestNoBuilderWithoutAFolder opens no builder in a campaign that is built in: it could not write what was built.
func TestNoBuilderWithoutAFolder(t *testing.T) {
	for _, keys := range [][]string{{"B"}, {"/", "b", "u", "i", "l", "d", "Enter"}} {
		s := newStage(t, sampleSession(t), 80, 24).keys(keys...)
		if len(s.d.overlays) > 0 || !strings.Contains(s.frame(), "hybrid new campaign NAME") {
			t.Errorf("%v opens the builder\n%s", keys, s.frame())
		}
	}
	for _, line := range []string{"build", "build warehouse"} {
		s := newStage(t, sampleSession(t), 80, 24).keys(":").types(line).keys("Enter")
		if len(s.d.overlays) > 0 || !strings.Contains(s.frame(), "hybrid new campaign NAME") {
			t.Errorf("%s opens the builder\n%s", line, s.frame())
		}
	}
}

// TestPartyInOneRow: the whole party is one row of the builder's list, and joins on its side; once it is there, there is no such row.
func TestPartyInOneRow(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := newStage(t, sampleSession(t), 120, 40)
	s.d.menus.openBuilder(campaign.Encounter{Name: "night", Label: "Night"})
	s.keys("+")
	s.shows(t, "The party", "Kira")
	s.keys("Enter")
	b := topOverlay[*builder](s.d)
	var got []string
	for _, m := range b.draft.Combatants {
		got = append(got, m.Key+" "+m.Side)
	}
	if want := "kira party, dov party, ilse party, sefa party, bram party, yann party"; strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	s.keys("+").shows(t, "not", "The party")
}
