package dashboard

import (
	"strings"
	"testing"
)

// What players must not see is marked for the game master: what is whispered, done in secret, and had without being told.
func TestSecretsAreMarked(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "whisper kira the ring is his", "put kira prone, secret", "put dov bleeding")
	frame := newStage(t, session, 120, 40).frame()
	for _, want := range []string{secretMark + " 21:40 Whispered to Kira Vance: the ring is his", secretMark + " 21:40 Kira falls.", "prone " + secretMark} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q on the screen\n%s", want, frame)
		}
	}
	if strings.Contains(frame, "bleeding "+secretMark) {
		t.Errorf("what is open is marked\n%s", frame)
	}
}
