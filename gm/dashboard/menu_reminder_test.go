package dashboard

import (
	"slices"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"hybrid/gm/dashboard/draw"
	"hybrid/gm/gmtest"
)

// TestReminderOffersItsLine: where a reminder comes, its line is one Enter away, and Esc leaves it; setting one or dropping it offers
// nothing.
func TestReminderOffersItsLine(t *testing.T) {
	const offer = "two arrive › do this now?"
	for _, key := range []string{"Enter", "Esc"} {
		session := sampleSession(t)
		s := newStage(t, session, 80, 24)
		s.types(":remind 5 min two arrive then add 2 dock_cutter side gang").keys("Enter").shows(t, "not", offer)
		s.types(":pass 10 min sitting by party").keys("Enter").shows(t, offer, "add 2 dock_cutter side gang")
		s.keys(key).shows(t, "not", offer)
		if came := session.State().Find("dock_cutter_2") != nil; came != (key == "Enter") {
			t.Errorf("%s: the two came: %v", key, came)
		}
		s.keys("u", "u").shows(t, "not", offer)
	}
}

// TestReminderKey: `!` sets a reminder and drops one.
func TestReminderKey(t *testing.T) {
	session := sampleSession(t)
	s := newStage(t, session, 80, 24)
	s.keys("!").types("5 min the tide turns").keys("Enter")
	s.keys("!").shows(t, "Drop: the tide turns", "21:45")
	s.keys("2").shows(t, "No more reminder: the tide turns")
	if list := session.State().Reminders; len(list) > 0 {
		t.Errorf("still there: %v", list)
	}
}

// TestRemindersAmongTheHours reads reminders in the list of hours: as rows of their own, and where a span stops at one.
func TestRemindersAmongTheHours(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := sampleSession(t)
		play(t, session, "gather", "remind 23:00 the watch comes", "remind day 1 23:00 the bells", "remind day 2 09:00 the inquest", "pass 1 s by party")
		s := newStage(t, session, size[0], size[1]).keys("r")
		for _, want := range []string{"◷ stops 23:00", "stops 23:00 · the watch comes", "the watch comes · the bells", "◷ until 23:00", "the inquest"} {
			if frame := s.frame(); !strings.Contains(frame, want) {
				t.Errorf("no %q in\n%s", want, frame)
			}
		}
		for row := range strings.Lines(s.frame()) {
			if strings.Contains(row, "until 23:00") {
				s.keys(strings.Fields(row)[0])
			}
		}
		if now := session.State(); lastEntry(t, session).Line != "pass 1 h 19 min 59 s by party" || len(now.Reminders) != 1 {
			t.Errorf("%q, %v\n%s", lastEntry(t, session).Line, now.Reminders, s.frame())
		}
	}
}

// TestConditionForATime: in the list of conditions ← and → choose how long a new one lasts, in the units of the game.
func TestConditionForATime(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 3", "next")
	s := newStage(t, session, 80, 24)
	s.keys("e").shows(t, "◂ no limit ▸")
	s.keys("→", "→").types("jolted").shows(t, "◂ 1 min ▸", ": put Kira jolted for 1 min")
	s.keys("Enter")
	if line := lastEntry(t, session).Line; line != "put kira jolted for 1 min" || session.State().Find("kira").Conditions[0].Limit <= 0 {
		t.Errorf("%q\n%s", line, s.frame())
	}
	session = sessionOf(t, "catacombs", nil)
	play(t, session, "begin proving_ground", "next")
	s = newStage(t, session, 80, 24)
	s.keys("e").shows(t, "◂ no limit ▸")
	s.keys("←").shows(t, "◂ 3 turns ▸")
	s.keys("Enter")
	if e := lastEntry(t, session); !strings.HasSuffix(e.Line, " for 3 turns") {
		t.Errorf("%q\n%s", e.Line, s.frame())
	}
}

// TestRemindersOnTheRuler: each reminder has its whole count behind its mark, and no text runs into the next count; the end of a condition
// that is far off has no column.
func TestRemindersOnTheRuler(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 3", "turn dov 5", "turn grell 8", "next", "put bram jolted for 89 min", "put kira jolted for 60",
		"remind at 10 the gate", "remind at 50 two arrive", "remind at 60 waves", "remind at 180 dawn breaks")
	for _, size := range [][2]int{{120, 40}, {200, 60}} {
		s := newStage(t, session, size[0], size[1])
		s.draw()
		ruler := lineOf(s.frame(), " counts ")
		for _, count := range []string{"10", "50", "60"} {
			if !strings.Contains(ruler, reminderMark+count+" ") {
				t.Errorf("%v: no %s on the ruler: %s", size, count, ruler)
			}
		}
		if strings.Contains(ruler, "53") || strings.Contains(ruler, "+") {
			t.Errorf("%v: a far end has a column: %s", size, ruler)
		}
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} { // a click on it opens the list, which has the text
		s := newStage(t, session, size[0], size[1])
		s.draw()
		rows := strings.Split(s.frame(), "\n")
		y := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, reminderMark) })
		x := draw.Width(rows[y][:strings.Index(rows[y], reminderMark)])
		s.d.MouseHandler()(tview.MouseLeftClick, tcell.NewEventMouse(x, y, tcell.Button1, tcell.ModNone), func(tview.Primitive) {})
		s.draw()
		s.shows(t, "Reminders", "the gate", "two arrive", "dawn breaks")
	}
}

// TestReminderOffersTheRest: where a reminder stops a night in a scene, Enter sleeps on, and Esc leaves it to the list of hours.
func TestReminderOffersTheRest(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "remind 2 h the watch comes", "next", "undo")
	s := newStage(t, session, 80, 24).keys(":").types("pass 8 h sleeping by party").keys("Enter")
	s.shows(t, "◷ the watch comes › continue?", "Sleeping, the other 6 h")
	s.keys("Esc", "r").shows(t, "Sleeping, the other 6 h")
	s.keys("Enter").shows(t, "not", "continue?")
	if got := lastEntry(t, session).Line; got != "pass 6 h sleeping by party" {
		t.Errorf("Enter made %s\n%s", got, s.frame())
	}
}

// TestSpanGoesOn: what a reminder stopped is the first row of the hours, and is over after it.
func TestSpanGoesOn(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "gather", "remind 23:40 the watch comes", "pass 8 h sleeping by kira and dov")
	s := newStage(t, session, 80, 24).keys("r")
	s.shows(t, "Sleeping, the other 6 h")
	s.keys("Enter")
	if got := lastEntry(t, session).Line; got != "pass 6 h sleeping by kira and dov" {
		t.Errorf("Enter made %s\n%s", got, s.frame())
	}
	s.keys("r").shows(t, "not", "the other")
}

// TestComingInOrder: the row of what comes at rest is in the order of time, conditions among reminders.
func TestComingInOrder(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	s := newStage(t, session, 120, 40)
	for _, line := range []string{"remind 2 h the dog barks", "put kira unseen for 1 d", "put dov unseen for 1 h"} {
		s.types(":" + line).keys("Enter")
	}
	frame, last := s.frame(), 0
	for _, want := range []string{"Dov not unseen in 1 h", "the dog barks", "Kira not unseen"} {
		if at := strings.Index(frame, want); at < last {
			t.Errorf("%q isn't in its place\n%s", want, frame)
		} else {
			last = at
		}
	}
}

// TestFarTimesInAFight: in a fight the queue and the state give a far time as the time of day or the time until then, a near one as its count.
func TestFarTimesInAFight(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 3", "next")
	s := newStage(t, session, 80, 24)
	for _, line := range []string{"remind 2 h the dog barks", "remind at 30 two arrive", "put kira unseen for 1 d", "put dov unseen for 1 min"} {
		s.types(":" + line).keys("Enter")
	}
	s.shows(t, "30 ◷ two arrive", "603 Dov no longer unseen", "23:40 ◷ the dog barks", "unseen (24 h)", "unseen (until 603)", "unseen for 24 h")
}
