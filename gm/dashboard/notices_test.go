package dashboard

import (
	"strings"
	"testing"
)

// TestNotices: what went wrong with the session's file stands on the screen until it is acknowledged, whatever is
// pressed, and at every size.
func TestNotices(t *testing.T) {
	text := "the session was damaged and is set aside as /home/mia/.local/state/hybrid/saltmarket.db.damaged-2026-11-21-232000"
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		f := warehouse(t)
		f.notices = []string{text, "no backup was made: the disk is full"}
		st := newStage(t, f, size[0], size[1])
		for _, name := range []string{"n", "Esc", ":", "q", "j"} {
			frame := st.keys(name).frame()
			if !strings.Contains(strings.Join(strings.Fields(frame), ""), "damaged-2026-11-21-232000") || !strings.Contains(frame, "! no backup was made: the disk is full") {
				t.Errorf("after %s it is not there any more\n%s", name, frame)
			}
		}
		if len(f.done) > 0 {
			t.Errorf("done meanwhile: %v", f.done)
		}
		t.Log("\n" + st.frame())
		if frame := st.keys("Enter").frame(); strings.Contains(frame, "backup") || len(f.notices) > 0 {
			t.Errorf("acknowledged, and still there\n%s", frame)
		}
	}
}
