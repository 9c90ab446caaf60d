package dashboard

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// aftermath is a fight with something owed: who bleeds, who is out, and who would have acted.
func aftermath(t *testing.T, w, h int) *stage {
	t.Helper()
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put kira bleeding", "put kira bleeding", "set kira PFT 0", "set kira PBD 14", "put cutter_1 stunned",
		"put grell unconscious", "put dov gripped 20 by bruiser", "initiative all", "next", "bram: wait")
	return newStage(t, session, w, h)
}

// The end of a fight asks, and what is said there is a line that could be typed.
func TestEndOfAFight(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, test := range []struct{ name, keys, want string }{
		{"as proposed, in two keys", "F 2", "finish"},
		{"typed", ": f i n i s h Enter 2", "finish"},
		{"one goes on", "F 5 Enter", "finish, keep cutter_1 stunned"},
		{"one is over", "F ↓ ↓ → ↓ ↓ ← Enter", "finish, end kira bleeding, keep cutter_1 stunned"},
		{"turned and turned back", "F ↓ ↓ Space Space Enter", "finish"},
		{"before another encounter", "b 2", "finish"},
		{"end it", "F ↓ ↓ o Enter", "finish, end kira bleeding"},
		{"tended at once", "F t Enter", "ilse: tend kira"},
		{"tended before the night", "F 2 r t Enter", "ilse: tend kira"},
		{"tended, found by its name", "F 2 Esc / t e Enter Enter", "ilse: tend kira"},
		{"settled before the next encounter", "F 2 b 1 Enter", "finish, end kira bleeding"},
		{"settled before a found encounter", "F 2 Esc / p a r l o u r Enter 1 Enter Enter Enter", "begin parlour"},
		{"settled before a typed encounter", "F 2 Esc : b e g i n Space p a r l o u r Enter Enter", "begin parlour"},
		{"hours from the page of losses", "F 3 Enter r 2", "pass 1 h resting by party"},
		{"another encounter from the page of losses", "F 3 Enter b Enter Enter Enter", "begin rooftops"},
		{"eight hours of sleep in two keys", "F 3 Enter Esc r 3", "pass 8 h sleeping by party"},
		{"those of another side", "F 3 Enter Esc r → 2", "pass 1 h resting by gang"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := aftermath(t, 80, 24).keys(strings.Fields(test.keys)...)
			if got := lastEntry(t, s.d.session).Line; got != test.want {
				t.Errorf("got %s, want %s\n%s", got, test.want, s.frame())
			}
		})
	}
}

// The first choice at the end of a fight is the harmless one; once a single side can act, the end is.
func TestEndingAFightIsNotTheFirstChoice(t *testing.T) {
	for _, key := range []string{"F", "b", "q"} {
		s := aftermath(t, 80, 24)
		done := len(s.d.session.Log())
		if s.keys(key, "Enter"); !s.d.session.State().Running || len(s.d.session.Log()) != done || len(s.d.overlays) > 0 && key != "q" {
			t.Errorf("%s Enter\n%s", key, s.frame())
		}
	}
}

// Nothing is asked about who is beyond help, and it is said instead.
func TestNothingIsAskedOfWhoIsPastIt(t *testing.T) {
	s := aftermath(t, 80, 24).keys("F")
	if frame := s.frame(); !strings.Contains(frame, "unconscious") || strings.Contains(frame, "Grell beyond help") {
		t.Fatalf("nothing is asked about Grell\n%s", frame)
	}
	s.keys("Esc")
	s.d.doLine("set grell PBD -80")
	frame := s.keys("F").frame()
	if at := strings.Index(frame, "End the fight"); at < 0 || strings.Contains(frame[at:], "Grell unconscious") || strings.Contains(frame, "left to wake") || !strings.Contains(frame, "Grell beyond help") {
		t.Errorf("got\n%s", frame)
	}
}

// While turns are owed no hours pass: one line says so, and no list comes up.
func TestNoHoursInAFight(t *testing.T) {
	s := aftermath(t, 80, 24).keys("r")
	if s.d.mode() != modeDesk || !s.d.message.bad || !strings.Contains(s.d.message.text, "Time can't be passed during a fight. Press n to continue it, F to end it.") {
		t.Errorf("got %q\n%s", s.d.message.text, s.frame())
	}
}

// What has only been begun is over at F, and gives way at b, without a question; with a turn rolled there is one.
func TestNothingIsAskedOfAnUntouchedEncounter(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range []struct {
		key   string
		lines []string
		asked string
		ended bool
	}{
		{"F", nil, "scene over", true},
		{"b", nil, "▸ 2 Over the Tiles", false},
		{"b", []string{"put grell bleeding"}, "The scene ends. What continues?", false},
		{"F", []string{"put grell bleeding"}, "Grell  bleeding", false},
		{"F", []string{"pass 1 min by party"}, "End the scene?", false},
		{"F", []string{"pass 1 min by party"}, "▸ 1 Play on", false},
		{"F", []string{"turn kira 1"}, "End the fight at count 0?", false},
		{"b", []string{"turn kira 1"}, "End the fight at count 0?", false},
	} {
		session := sampleSession(t)
		play(t, session, append([]string{"begin warehouse"}, row.lines...)...)
		s := newStage(t, session, 80, 24).keys(row.key)
		if frame := s.frame(); session.State().Running == row.ended || !strings.Contains(frame, row.asked) {
			t.Errorf("%s after %q\n%s", row.key, row.lines, frame)
		}
	}
}

// One who leaves in the middle of a fight is asked first; q again leaves it as it stands.
func TestLeavingAFight(t *testing.T) {
	s := aftermath(t, 80, 24)
	done := len(s.d.session.Log())
	s.keys("q")
	for _, want := range []string{"q quits without ending it", "▸ 1 Quit; the fight continues next time", "2 End it, quit", "Esc fight on", "q quit"} {
		if !strings.Contains(s.frame(), want) {
			t.Fatalf("%q is not there\n%s", want, s.frame())
		}
	}
	s.keys("Esc")
	if s.d.mode() != modeDesk || len(s.d.session.Log()) != done {
		t.Errorf("Esc does not go back\n%s", s.frame())
	}
}

// After a fight, too, what still goes on is asked about before one leaves; what then changes nothing makes no entry.
func TestLeavingWhileSomebodyBleeds(t *testing.T) {
	s := aftermath(t, 80, 24).keys("F", "2", "Esc", "q")
	done := len(s.d.session.Log())
	frame := s.frame()
	for _, want := range []string{"What continues? (q quits without ending it)", "1 Kira   bleeding ×2", "t help now", "Enter confirm, quit", "Esc back", "q quit"} {
		if !strings.Contains(frame, want) {
			t.Errorf("%q is not there\n%s", want, frame)
		}
	}
	if s.keys("Enter"); len(s.d.session.Log()) != done {
		t.Errorf("an entry was made: %s", lastEntry(t, s.d.session).Line)
	}
	if s.keys("F", "1", "Enter"); lastEntry(t, s.d.session).Line != "finish, end kira bleeding" {
		t.Errorf("got %s\n%s", lastEntry(t, s.d.session).Line, s.frame())
	}
	if s.keys("Esc", "F", "e"); lastEntry(t, s.d.session).Line != "finish" || !s.d.session.State().SceneOver {
		t.Errorf("e doesn't end the scene\n%s", s.frame())
	}
	if play(t, s.d.session, "end grell unconscious"); s.keys("Esc", "F").d.message.text == "" {
		t.Errorf("F asks though nothing is in progress\n%s", s.frame())
	}
}

func TestHoursFrames(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range []struct {
		name string
		w, h int
	}{{"80x24", 80, 24}, {"120x40", 120, 40}} {
		aftermath(t, size.w, size.h).keys("F").golden("end-" + size.name)
		aftermath(t, size.w, size.h).keys("F", "3", "Enter", "Esc", "r").golden("hours-" + size.name)
	}
}

// What several suffer alike is one row, and who dies of it is told beside the dead.
func TestRowsOfAFightsEndAreMerged(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put grell bleeding", "put grell bleeding", "put bruiser bleeding", "put kira bleeding", "set grell PBD -50", "set bruiser PBD -40")
	frame := newStage(t, session, 80, 24).keys("F").frame()
	for _, want := range []string{"3 Kira              bleeding  down in", "4 Grell ×2, Pummel  bleeding  down  "} {
		if !strings.Contains(frame, want) {
			t.Errorf("%q is not there\n%s", want, frame)
		}
	}
}

// Of a side the one who drops soonest stands first, and is helped first.
func TestTheMostUrgentIsHelpedFirst(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put kira bleeding", "set kira PFT 0", "put ilse bleeding", "set ilse PFT 0", "set ilse PBD 4")
	s := newStage(t, session, 80, 24).keys("F")
	if frame := s.frame(); !strings.Contains(frame, "3 Ilse  bleeding") || !strings.Contains(frame, "! Ilse needs help") {
		t.Errorf("Ilse drops sooner\n%s", frame)
	}
	if frame := s.keys("t").frame(); !strings.Contains(frame, "▸ 1 Ilse Marrin") || strings.Index(frame, "Ilse Marrin: bleeding") > strings.Index(frame, "Kira Vance: bleeding") {
		t.Errorf("Ilse drops sooner\n%s", frame)
	}
}

// Many who suffer one thing do not take the room of the words for another.
func TestRowsOfAFightsEndHaveRoom(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put bram badly_stunned")
	for _, who := range []string{"kira", "dov", "ilse", "bram", "grell", "bruiser"} {
		play(t, session, "put "+who+" bleeding", "set "+who+" PBD -40")
	}
	frame := newStage(t, session, 80, 24).keys("F").frame()
	for _, want := range []string{"3 Kira, Dov, Ilse, Bram, Grell, Pummel  bleeding ", "4 Bram                      badly stunned "} {
		if !strings.Contains(frame, want) {
			t.Errorf("%q is not there\n%s", want, frame)
		}
	}
}

// Who bleeds is named before hours pass, and where they would stop.
func TestHoursWarn(t *testing.T) {
	frame := aftermath(t, 80, 24).keys("F", "2", "r").frame()
	for _, want := range []string{"! Can't rest: Kira (bleeding). Press t to help", "3 Sleeping 8 h                                                             ✗", "t help now"} {
		if !strings.Contains(frame, want) {
			t.Errorf("%q is not there\n%s", want, frame)
		}
	}
}

// Whatever still hurts after a fight stands in one list, the most urgent first, and no character rests before it is over.
func TestWhatStillHurts(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put kira bleeding", "put dov on_fire", "finish")
	s := newStage(t, session, 80, 24).keys("Esc", "r", "3")
	if !strings.Contains(s.frame(), "! Can't rest: Kira (bleeding), Dov (on fire). Help first, or add “, anyway”.") {
		t.Errorf("the party sleeps\n%s", s.frame())
	}
	frame := s.keys("t").frame()
	burns, bleeds := strings.Index(frame, "Dov Hallam: on fire"), strings.Index(frame, "Kira Vance: bleeding")
	if burns < 0 || bleeds < burns {
		t.Errorf("got\n%s", frame)
	}
	if s.keys("Enter"); lastEntry(t, session).Line != "kira: put_out dov" || slices.ContainsFunc(session.State().Find("dov").Conditions, func(h rules.HeldCondition) bool { return h.Condition.Name == "on_fire" }) {
		t.Errorf("got %s\n%s", lastEntry(t, session).Line, s.frame())
	}
	if s.keys("Esc", "Esc", "/", "t", "e", "n", "d"); !strings.Contains(s.frame(), "Tend a bleeding wound → Kira") {
		t.Errorf("got\n%s", s.frame())
	}
}

// Flames are found and put out once the fight is over; the end of the fight says how long a body lasts.
func TestFlamesAreFoundAfterAFight(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put dov on_fire")
	s := newStage(t, session, 80, 24).keys("F")
	if !strings.Contains(s.frame(), "3 Dov  on fire  down in about ") {
		t.Errorf("got\n%s", s.frame())
	}
	s.keys("2", "Esc", "/", "p", "u", "t", "Space", "o", "u", "t", "Enter", "Enter")
	if got := lastEntry(t, session).Line; got != "kira: put_out dov" {
		t.Errorf("got %s\n%s", got, s.frame())
	}
}

// Once none of the other sides can act, the line of what is next says how the fight ends; and how leaving is said.
func TestOnlyOneSideIsLeft(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin rooftops", "turn ilse 5", "put runner_1 unconscious", "put runner_2 unconscious", "put lad unconscious")
	s := newStage(t, session, 80, 24)
	if !strings.Contains(s.frame(), "n: 5, Ilse is ready · only the party can act: F ends the fight") {
		t.Errorf("nothing says that it is over\n%s", s.frame())
	}
	if s.keys("Esc", "F", "Enter"); !strings.Contains(s.frame(), "b next scene") || session.State().Running {
		t.Errorf("F Enter does not end it\n%s", s.frame())
	}
}

// Once the fight is over the timeline holds what goes on, and what can be done is said once.
func TestWhatGoesOnAfterAFight(t *testing.T) {
	s := aftermath(t, 80, 24).keys("F", "2", "Esc")
	frame := s.frame()
	if !strings.Contains(frame, " Kira bleeds ×2 │ Grell rolls to wake") || strings.Count(frame, "fight over") != 1 {
		t.Errorf("got\n%s", frame)
	}
	play(t, s.d.session, "end kira bleeding", "end kira bleeding", "end grell unconscious")
	if s.draw(); strings.Contains(s.frame(), "rolls to wake") || !strings.HasPrefix(strings.Split(s.frame(), "\n")[1], "───") {
		t.Errorf("got\n%s", s.frame())
	}
}

// What skips something, or lets a side act, says first where nothing comes of it, and what helps.
func TestNothingIsDue(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put kira unconscious", "turn dov 5")
	s := newStage(t, session, 80, 24)
	s.d.selected = "ilse"
	if s.keys("W"); s.d.mode() != modeDesk || !strings.Contains(s.d.message.text, "No pending event of Ilse can be skipped") {
		t.Errorf("got %q\n%s", s.d.message.text, s.frame())
	}
	s.d.selected = "kira"
	if s.keys("W"); s.d.mode() != modePrompt {
		t.Errorf("got %q\n%s", s.d.message.text, s.frame())
	}
	s.keys("Esc")
	s.d.selected = "grell"
	if s.keys("Z"); !strings.Contains(s.d.message.text, "Dov Hallam is next. Press n to continue.") {
		t.Errorf("got %q", s.d.message.text)
	}
}

// Who is down already does not drop: it is said when the roll to wake comes.
func TestWhoIsDownDropsNoMore(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put grell unconscious", "put grell bleeding", "set grell PFT 0", "set grell PBD 1")
	frame := newStage(t, session, 80, 24).keys("F").frame()
	if row := lineOf(frame, "Grell  unconscious"); !strings.Contains(row, "rolls to wake in") || strings.Contains(row, "down in") {
		t.Errorf("got %q in\n%s", row, frame)
	}
}

// Who tends herself loses once what she loses meanwhile.
func TestTendingOneself(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put ilse bleeding", "finish", "ilse: tend ilse, dice 5")
	if frame := newStage(t, session, 120, 40).frame(); strings.Count(frame, "meanwhile PFT") != 1 {
		t.Errorf("told twice\n%s", frame)
	}
}

// On the smallest screen something of what is asked at the end of a fight is seen, whatever stands above it.
func TestTheEndOfAFightOnASmallScreen(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "set kira PBD -13", "put kira bleeding", "put dov gripped 33 by pummel", "put scar bleeding")
	if frame := newStage(t, session, 40, 8).keys("F").frame(); !strings.Contains(frame, "▸ 1 Play on") {
		t.Errorf("nobody stands there\n%s", frame)
	}
}

// TestEmergencies: one list, in a fight and after it, of what still hurts, how soon it brings somebody down, and who can help;
// t lets the first helper act.
func TestEmergencies(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn ilse 3", "turn grell 9", "put kira bleeding", "put kira bleeding", "put warden unconscious", "next")
	s := newStage(t, session, 120, 40).keys("T")
	for _, want := range []string{"Kira Vance: bleeding ×2 · down in", "Ilse Marrin", "takes 10 s", "Big Osric: unconscious"} {
		if !strings.Contains(s.frame(), want) {
			t.Errorf("no %q in\n%s", want, s.frame())
		}
	}
	s.golden("emergencies-120x40")
	for n := 0; n < 6 && !strings.HasPrefix(topOverlay[*picker](s.d).line(), "ilse: "); n++ {
		s.keys("↓")
	}
	s.keys("t")
	if got := lastEntry(t, session).Line; got != "ilse: tend kira" {
		t.Errorf("T t made %s\n%s", got, s.frame())
	}
	play(t, session, "finish")
	if s.keys("T"); !strings.Contains(s.frame(), "Kira Vance: bleeding ×2 · down in") {
		t.Errorf("nothing is listed after the fight\n%s", s.frame())
	}
}

// A helper who stands far off comes behind one who is there, with the distance.
func TestHelpersFarAway(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin rooftops", "turn ilse 3", "turn bram 4", "place ilse 40", "put bram on_fire", "next")
	s := newStage(t, session, 80, 24).keys("T")
	s.shows(t, "1 Bram Teague      takes 2 s", "2 Ilse Marrin      takes 2 s, 40 m away", "3 other sides (3)  Swift, Wren, Tam Wick")
}

// TestHelpersOfEverySide: after a fight the best healer stands first, whichever side bleeds; who has no real chance stands behind one row.
func TestHelpersOfEverySide(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put grell bleeding", "finish")
	s := newStage(t, session, 80, 24).keys("T")
	s.shows(t, "▸ 1 Ilse Marrin", "no real chance (")
	if s.keys("Enter"); lastEntry(t, session).Line != "ilse: tend grell" {
		t.Errorf("Enter made %q", lastEntry(t, session).Line)
	}
}

// TestEveryEmergency: bleeding, burning, poison, drowning, cold and senselessness stand in the list, in a fight and after it, with how
// soon they bring someone down; each is ended by what a helper does; and no one can rest before.
func TestEveryEmergency(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range []struct{ condition, want, line string }{
		{"bleeding", "Dov Hallam: bleeding · down in", "ilse: tend dov, dice 1"},
		{"on_fire", "Dov Hallam: on fire · down in about", "kira: put_out dov"},
		{"poison_at_work", "Dov Hallam: poison at work · rolls against the poison in", "ilse: treat_poison dov, dice 1"},
		{"out_of_air", "Dov Hallam: drowning · down in about", "kira: pull_out dov"},
		{"freezing", "Dov Hallam: freezing · freezes in", "kira: warm dov"},
		{"unconscious", "Dov Hallam: unconscious · rolls to wake in", ""},
	} {
		session := sampleSession(t)
		play(t, session, "begin warehouse", "turn kira 3", "put dov "+row.condition, "next")
		s := newStage(t, session, 80, 24).keys("T")
		s.shows(t, row.want)
		if list := topOverlay[*picker](s.d).load(); row.line != "" && !slices.ContainsFunc(list, func(it listItem) bool { return it.line == strings.TrimSuffix(row.line, ", dice 1") }) {
			t.Errorf("%s isn't offered\n%s", row.line, s.frame())
		}
		if row.condition == "out_of_air" {
			if list := topOverlay[*picker](s.d).load(); slices.ContainsFunc(list, func(it listItem) bool { return it.name == "dov" }) {
				t.Errorf("one who drowns saves itself\n%s", s.frame())
			}
		}
		s.keys("Esc")
		play(t, session, "finish")
		s.keys("T").shows(t, row.want)
		if row.line == "" {
			continue
		}
		s.keys("Esc", "r").shows(t, "Can't rest: ")
		play(t, session, row.line)
		if a := session.State().Find("dov"); len(a.Conditions) > 0 {
			t.Errorf("after %s %s still holds", row.line, a.Conditions[0].Condition.Name)
		}
	}
}

// TestHealingInDays: the hours say in how many days what is lost comes back where the pack heals, and where it doesn't, what the pack says of
// it: no number of days is made up.
func TestHealingInDays(t *testing.T) {
	for _, row := range []struct{ name, tables, want string }{
		{"by hand", "", "PBD: lost points return by the game master's hand alone (R71)"},
		{"in days", "activities: {sleeping: {gain: {PBD: 1/h}}}", "PBD: Kira is full after 4 days, sleeping 8 h a day"},
		{"in days with a longer span first", "activities: {sleeping: {gain: {PBD: 1/h}, spans: [2 d, 8 h, 4 h]}}", "PBD: Kira is full after 4 days, sleeping 8 h a day"},
		{"in days without hours", "activities: {sleeping: {gain: {PBD: 1/h}, spans: []}}", "PBD: Kira is full after 2 days of sleeping"},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"campaign.yaml": "campaign: {label: Days, pack: hybrid}", "tables/healing.yaml": cmp.Or(row.tables, "tags: {healing: {text: nothing}}"),
				"encounters/fight.yaml": "encounter: {label: A fight}\ncombatants: {kira: {side: party}}"} {
				file := filepath.Join(dir, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			c, err := campaign.Open(dir, nil)
			session := openSession(t, c, err)
			play(t, session, "begin fight", "set kira PBD 1", "finish")
			if frame := newStage(t, session, 120, 40).keys("r").frame(); !strings.Contains(frame, row.want) {
				t.Errorf("no %q in\n%s", row.want, frame)
			}
		})
	}
}

// TestHoursAreTheParty: hours pass for the players' side first, even where others came in before it.
func TestHoursAreTheParty(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "add dock_cutter side gang", "gather")
	s := newStage(t, session, 80, 24)
	s.keys("r").shows(t, "Pass time for ◂ party ▸")
	s.keys("→").shows(t, "Pass time for ◂ gang ▸")
}

// An end of the encounter's file is said with the key that ends the fight, in front of the others; the fight goes on.
func TestEndIsProposed(t *testing.T) {
	session := sampleSession(t)
	for _, row := range []struct {
		line string
		ends bool
	}{{"begin warehouse", false}, {"turn kira 1", false}, {"next", false}, {"set grell PBD 0", true}, {"undo", false}, {"remove grell", true}} {
		play(t, session, row.line)
		s := newStage(t, session, 120, 40)
		frame := s.frame()
		if got := strings.Contains(frame, "the gang makes for the hatch: F ends the fight"); got != row.ends || s.d.isDecided() != row.ends || !s.d.session.State().Running {
			t.Errorf("after %q: %v\n%s", row.line, got, frame)
		}
	}
}

// TestNextLineAtRest: whatever runs out or bleeds at rest, n begins a fight, and the line above the keys says so.
func TestNextLineAtRest(t *testing.T) {
	for _, lines := range [][]string{nil, {"put dov stunned for 20 min"}, {"put kira bleeding"}, {"put grell unconscious"}} {
		session := sampleSession(t)
		play(t, session, append([]string{"begin warehouse"}, lines...)...)
		s := newStage(t, session, 80, 24)
		if frame := s.frame(); !strings.Contains(frame, "n: everyone rolls initiative") {
			t.Errorf("%q: n is said to do something else\n%s", lines, frame)
		}
		if s.keys("n"); session.Game().AtRest() || session.State().Count != 0 {
			t.Errorf("%q: n begins no fight at 0\n%s", lines, s.frame())
		}
	}
}

// TestHelpThatComesTooLate: before whom one tends dies, the question says that, and not how this person answers.
func TestHelpThatComesTooLate(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "gather", "set bram PFT 0", "set bram PBD to -26", "put bram bleeding")
	frame := newStage(t, session, 120, 40).keys(":").types("sefa: tend bram").keys("Enter").frame()
	if !strings.Contains(frame, "── Bram Teague is beyond help after 2 s. Continue? ──") || !strings.Contains(frame, "Stop before it") {
		t.Errorf("another question\n%s", frame)
	}
}

// The rest of a night that a reminder cut short is offered first, also after entries without time, and moves no number.
func TestRestOfTheNight(t *testing.T) {
	for _, row := range []struct{ keys, want string }{
		{"r Enter", "pass 7 h sleeping by party"},
		{"r 3", "pass 8 h sleeping by party"},
		{"r Esc : n o t e Space x Enter r Enter", "pass 7 h sleeping by party"},
		{"r 2 r Enter", "pass 10 min sitting by party"},
	} {
		session := sampleSession(t)
		play(t, session, "gather", "remind 1 h a knock", "pass 8 h sleeping by party")
		s := newStage(t, session, 80, 24).keys(strings.Fields(row.keys)...)
		if got := lastEntry(t, s.d.session).Line; got != row.want {
			t.Errorf("%s: got %s, want %s\n%s", row.keys, got, row.want, s.frame())
		}
	}
}
