package dashboard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/guard"
)

// TestPreviewFails plants a panic in a preview. Without guarding it ends the test; with it, the dashboard shows where the
// report is, and the fight goes on.
func TestPreviewFails(t *testing.T) {
	gmtest.SkipIfShort(t)
	was := previewLine
	defer func() { previewLine = was }()
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "turn grell 9", "next")
	s := newStage(t, session, 120, 40)
	planted := func(*command.Game, string) (command.Preview, error) { panic("planted") }
	typed := func() string { return s.keys(":").types("kira: attack grell").frame() }

	previewLine = planted
	unguarded := func() (panicked any) {
		defer func() { panicked = recover() }()
		typed()
		return nil
	}()
	if unguarded != "planted" {
		t.Fatalf("without guarding, a preview that panics passes: %v", unguarded)
	}
	previewLine = was
	s.keys("Ctrl-C")

	dir := t.TempDir()
	guard.Enable()
	defer guard.Disable()
	guard.KeepReports(dir)
	previewLine = planted
	s.d.dropCached() // what was worked out before
	if frame := typed(); !strings.Contains(frame, "Preview failed. The session continues. Report "+filepath.Join(dir, "panics.txt")[:20]) {
		t.Errorf("nothing is said of it\n%s", frame)
	}
	report, err := os.ReadFile(filepath.Join(dir, "panics.txt"))
	if err != nil || !strings.Contains(string(report), "Preview failed at view_previews_test.go:") || !strings.Contains(string(report), "planted") {
		t.Errorf("the report is %.400s, %v", report, err)
	}
	entries := len(session.Log())
	s.keys("Enter") // the attack is declared
	if frame := s.frame(); len(session.Log()) != entries+1 || session.State().Find("kira").Doing == nil {
		t.Errorf("the fight does not go on\n%s", frame)
	}

	// A key that fails in the middle of a change is not guarded.
	failed := func() (panicked any) {
		defer func() { panicked = recover(); guard.Enable() }()
		_ = guard.Try("Key", func() { guard.BeginChange(); panic("in a change") })
		return nil
	}()
	if failed != "in a change" {
		t.Errorf("a change that panics: %v", failed)
	}
	if err := guard.Try("Key", func() { panic("while looking") }); err == nil {
		t.Error("a key that only looks is not guarded")
	}
}
