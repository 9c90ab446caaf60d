package dashboard

import (
	"os"
	"strings"
	"testing"

	"hybrid/gm"
)

// TestNotices: what went wrong with the session's file stands on the screen until it is acknowledged, whatever is
// pressed, and at every size.
func TestNotices(t *testing.T) {
	campaign, err := lowTide()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		dir := t.TempDir()
		if err := os.WriteFile(gm.SessionPath(dir, campaign), []byte("this is no session"), 0o644); err != nil {
			t.Fatal(err)
		}
		session, _, err := gm.Open(campaign, gm.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		st := newStage(t, session, size[0], size[1])
		for _, name := range []string{"n", "Esc", ":", "q", "j"} {
			frame := st.keys(name).frame()
			if !strings.Contains(strings.Join(strings.Fields(frame), ""), "damaged-") || !strings.Contains(frame, "dismiss") {
				t.Errorf("after %s it is not there any more\n%s", name, frame)
			}
		}
		if len(session.Log()) > 0 {
			t.Errorf("done meanwhile: %v", session.Log()[0].Text())
		}
		t.Log("\n" + st.frame())
		if frame := st.keys("Enter").frame(); strings.Contains(frame, "damaged-") || len(session.Notices()) > 0 {
			t.Errorf("acknowledged, and still there\n%s", frame)
		}
		session.Close()
	}
}
