package dashboard

import (
	"os"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// What the table leaves out first where there is little room, and what of it stands above the state instead.
func TestColumnsOfTheTable(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, test := range []struct {
		name  string
		w, h  int
		lines string // what happened, parted by ;
		head  string // the heading, with single spaces
		row   string // the row of Kira, likewise, up to the state
	}{
		{"at 80", 80, 24, "", "Combatant PFT PBD DF next state hidden: PEX > ½", "▸ Kira Vance ┃ 41/41 27/27 −3"},
		{"a mind that is a little hurt folds, too", 80, 24, "set kira MFT -5", "Combatant PFT PBD DF next state hidden: PEX, MFT > ½", "▸ Kira Vance ┃ 41/41 27/27 −3"},
		{"one that is badly hurt has a column", 80, 24, "set kira MFT 10; set kira PEX -5", "Combatant PFT PBD MFT DF next state MFT mental fatigue · PEX > ½", "▸ Kira Vance ┃ 41/41 27/27 10 −3"},
		{"beside the inspector", 120, 40, "set kira MFT -5", "Combatant PFT PBD DF next state hidden: PEX, MFT > ½", "▸ Kira Vance ┃ 41/41 27/27 −3"},
		{"the bars of the last pools give way first", 99, 24, "set kira MFT -5", "Combatant PFT PBD Body PEX MFT DF next state MFT mental fatigue", "▸ Kira Vance ┃ ████ 41/41 ████ 27/27 67/67 31/36 −3"},
		{"bars", 200, 60, "", "Combatant PFT PBD Body PEX DF next state", "▸ Kira Vance ┃ ████ 41/41 ████ 27/27 ████ 67/67 −3"},
		{"a mind, too, where there is room", 200, 60, "set kira MFT 10; set kira MBD 5", "Combatant PFT PBD Body PEX MFT MBD DF next state MFT mental fatigue", "▸ Kira Vance ┃ ████ 41/41 ████ 27/27 ████ 67/67 █▏ 10/36 ▉ 5/23 −7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			session := sampleSession(t)
			play(t, session, "begin warehouse", "turn scar 50")
			for _, line := range strings.Split(test.lines, ";") {
				if line != "" {
					play(t, session, strings.TrimSpace(line))
				}
			}
			frame := newStage(t, session, test.w, test.h).keys("Esc").frame()
			single := func(line string) string {
				line, _, _ = strings.Cut(line, "│")
				return strings.Join(strings.Fields(line), " ")
			}
			at := strings.Index(frame, "Combatant")
			lines := strings.Split(frame[at-2:], "\n")
			if head, row := single(lines[0]), single(lines[1]); head != test.head || row != test.row {
				t.Errorf("got\n%s\n%s, want\n%s\n%s\n%s", head, row, test.head, test.row, frame)
			}
		})
	}
}

// Where the table is short the inspector goes on beside the log, so that what happened is read without scrolling.
func TestFewCombatantsLeaveRoomToRead(t *testing.T) {
	session := warehouse(t, append(landing(), "remove dov", "remove ilse", "remove bram", "remove osric", "remove pummel", "remove tilde", "remove hanne")...)
	s := newStage(t, session, 120, 40).keys("n", "1")
	frame := s.frame()
	if !strings.Contains(frame, "Initiative") || strings.Contains(frame, "▼") {
		t.Errorf("what happened is cut off\n%s", frame)
	}
}

// TestActionsAreNamed names what is not usually done with a weapon, in the table and in the queue.
func TestActionsAreNamed(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "turn dov 2", "turn bram 3", "turn tilde 4", "put ilse bleeding", "hold scar nothing", "next", "kira: attack grell", "next", "dov: tend ilse", "next", "bram: disarm grell with front_kick", "next", "tilde: attack kira, setup")
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		frame := newStage(t, session, size[0], size[1]).frame()
		for who, want := range map[string]string{"Kira Vance    ┃": "† sabre → Grell", "Dov Hallam    ┃": "+ tend", "Bram Teague   ┃": "† disarm", "Tilde": "◎ aim: light crossbow → Kira"} {
			row := ""
			for _, line := range strings.Split(frame, "\n") {
				if strings.Contains(line, who) {
					row += line
				}
			}
			if !strings.Contains(row, want) {
				t.Errorf("%v: no %q in %s\n%s", size, want, row, frame)
			}
		}
		if size[1] == 24 && (!strings.Contains(frame, "Dov + tend ━▶ Ilse") || !strings.Contains(frame, "Kira † sabre ━▶ Grell")) {
			t.Errorf("the queue does not name what is done\n%s", frame)
		}
	}
}

// TestPresetStaysInView shows a preset with its trigger before what else a combatant suffers.
func TestPresetStaysInView(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "next", "preset when Hanne attacks", "put kira bleeding", "put kira bleeding", "put kira stunned")
	if row := lineOf(newStage(t, session, 80, 24).frame(), "Kira Vance    ┃"); !strings.Contains(row, "preset: when Hanne") {
		t.Errorf("the preset is not in view: %s", row)
	}
}

// TestHarmStaysInView shows what harms a runner before her way, and marks harm that there is no room for.
func TestHarmStaysInView(t *testing.T) {
	session := unacceleratedSession(t)
	play(t, session, "begin rooftops", "turn runner_1 5", "next", "flee runner_1 to crane running", "put runner_1 bleeding 2", "place ilse 18")
	if row := lineOf(newStage(t, session, 80, 24).frame(), "Wren       ╎"); !strings.Contains(row, "20 m ! bleeding 2") {
		t.Errorf("the harm is not in view: %s", row)
	}
	play(t, session, "attack ilse")
	if row := lineOf(newStage(t, session, 80, 24).frame(), "Wren       ╎"); !strings.Contains(row, "→ Ilse ! +") {
		t.Errorf("no sign of harm: %s", row)
	}
}

// TestPromptTypesNames opens the prompt with the short name of a combatant, where that is one word and no one else's.
func TestPromptTypesNames(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "add 2 dock_cutter side gang")
	s := newStage(t, session, 80, 24)
	for _, row := range [][2]string{{"bruiser", "note pummel: "}, {"warden", "note osric: "}, {"kira", "note kira: "}, {"dock_cutter_2", "note dock_cutter_2: "}} {
		s.d.selected = row[0]
		if s.keys("N"); s.d.prompt.edit.Text != row[1] {
			t.Errorf("%s: the prompt has %q, want %q", row[0], s.d.prompt.edit.Text, row[1])
		}
		s.types("wet").keys("Enter")
		if e := lastEntry(t, session); !strings.HasSuffix(e.Line, "wet") {
			t.Errorf("%s: the line is %s\n%s", row[0], e.Line, s.frame())
		}
	}
	s.d.selected = "warden"
	if s.keys("s").types("PFT 3").keys("Enter"); lastEntry(t, session).Who != "warden" {
		t.Errorf("the pool is not set\n%s", s.frame())
	}
}

// A number that is marked sheet: true has a column of its own in the table, and a line on the sheet.
func TestNumbersOfSheetsHaveColumns(t *testing.T) {
	pack, err := os.ReadFile("../../rules/testdata/games/trial.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dir := gmtest.Folder(t, map[string]string{
		"campaign.yaml":         "campaign: {label: Trial, pack: game}\ncast: [ann]\n",
		"game/game.yaml":        string(pack),
		"characters/ann.yaml":   "character: {name: Ann, player: Pat}\nstats: {MIGHT: 3, PACE: 4}\narmour: {head: cap}\n",
		"encounters/fight.yaml": "combatants: {ann: {side: red}, bob: {side: blue, from: ann, name: Bob}}\n",
	})
	c, err := campaign.Open(dir, nil)
	session := openSession(t, c, err)
	play(t, session, "begin fight", "put ann dazed")
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		frame := newStage(t, session, size[0], size[1]).keys("Esc").frame()
		for _, want := range []string{"AC", " 5.5 ", " 11 "} {
			if !strings.Contains(frame, want) {
				t.Errorf("%d×%d has no %q\n%s", size[0], size[1], want, frame)
			}
		}
	}
	s := newStage(t, session, 80, 24).keys("Esc", "n", "n", "c") // all its statistics are seldom rolled on, so none is folded
	s.shows(t, "1 Might", "2 Pace", ": check MIGHT")
}

// TestPartyPurseStays: what the players' side owns stays on the screen where what all sides own has no room.
func TestPartyPurseStays(t *testing.T) {
	files := map[string]string{
		"campaign.yaml":         "campaign: {label: Demo, pack: hybrid}\ncast: [kira]",
		"tables/money.yaml":     "pools: {purse: {of: side, max: none, start: 0, paid: true}}",
		"encounters/first.yaml": "encounter: {label: First}\ncombatants: {kira: {side: party}, grell: {side: the_low_tide_gang_of_the_quays}}",
	}
	session, _, err := gm.Open(gmtest.OpenFiles(t, files), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	play(t, session, "begin first", "set party purse +25")
	newStage(t, session, 80, 24).shows(t, "Party purse 25", "not", "quays purse")
	newStage(t, session, 200, 60).shows(t, "Party purse 25", "quays purse 0")
}
