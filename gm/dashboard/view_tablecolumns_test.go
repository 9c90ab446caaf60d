package dashboard

import (
	"strings"
	"testing"
)

// What the table leaves out first where there is little room, and what of it stands above the state instead.
func TestColumnsOfTheTable(t *testing.T) {
	for _, test := range []struct {
		name  string
		w, h  int
		lines string // what happened, parted by ;
		head  string // the heading, with single spaces
		row   string // the row of Kira, likewise, up to the state
	}{
		{"at 80", 80, 24, "", "Combatant PFT PBD DF next state PEX: all above half", "▸ Kira Vance ┃ 41/41 27/27 −3"},
		{"a mind that is a little hurt folds, too", 80, 24, "set kira MFT -5", "Combatant PFT PBD DF next state PEX, MFT: all above half", "▸ Kira Vance ┃ 41/41 27/27 −3"},
		{"one that is badly hurt has a column", 80, 24, "set kira MFT 10; set kira PEX -5", "Combatant PFT PBD MFT DF next state MFT mental fatigue · PEX > ½", "▸ Kira Vance ┃ 41/41 27/27 10 −3"},
		{"beside the inspector", 120, 40, "set kira MFT -5", "Combatant PFT PBD DF next state PEX, MFT: all above half", "▸ Kira Vance ┃ 41/41 27/27 −3"},
		{"the bars of the last pools give way first", 99, 24, "set kira MFT -5", "Combatant PFT PBD Body PEX MFT DF next state MFT mental fatigue", "▸ Kira Vance ┃ ████ 41/41 ████ 27/27 67/67 31/36 −3"},
		{"bars", 200, 60, "", "Combatant PFT PBD Body PEX DF next state", "▸ Kira Vance ┃ ████ 41/41 ████ 27/27 ████ 67/67 −3"},
		{"a mind, too, where there is room", 200, 60, "set kira MFT 10; set kira MBD 5", "Combatant PFT PBD Body PEX MFT MBD DF next state MFT mental fatigue", "▸ Kira Vance ┃ ████ 41/41 ████ 27/27 ████ 67/67 █▏ 10/36 ▉ 5/23 −7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			session := sampleSession(t)
			play(t, session, "begin warehouse")
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
