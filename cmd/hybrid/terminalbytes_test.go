//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
)

// The real program in a real terminal, byte by byte and signal by signal.

// begun starts the program in a fight.
func begun(t *testing.T) *screen {
	s := start(t, installed(t), t.TempDir(), "--dice", "20,20,3,4")
	s.wait("Scenes", "Warehouse at Low Tide")
	s.keys("\r")
	s.wait("The tide is out", "n fight")
	return s
}

// TestBytes: no byte that is not UTF-8, no old mouse report and no Alt takes the keyboard away, or is a key that it is not.
func TestBytes(t *testing.T) {
	s := begun(t)
	s.keys(":note ")
	s.wait(": note")
	for i, bytes := range []string{"\xe9", "\xff", "\xc3", "\x9b", "\xf0\x9f", "\x1b[M \xe9!", "\x1b]", "\x1bX", "\x1b_", "\x1bN"} {
		s.keys(bytes)
		s.pause()
		s.keys(string(rune('a' + i)))
		s.wait(": note " + "abcdefghij"[:i+1])
	}
	s.keys("\xc3")
	s.pause()
	s.keys("\xa9")
	s.wait(": note abcdefghijé")
	s.keys(" one two")
	s.wait("é one two")
	s.keys("\x1bb") // Alt-B
	s.pause()
	s.keys("\x1bb")
	s.pause()
	s.keys("1")
	s.wait("é 1one two")
	s.keys("\x1bf") // Alt-F
	s.pause()
	s.keys("\x0b") // Ctrl-K
	s.pause()
	s.keys("3")
	s.wait("é 1one3")
	if strings.Contains(s.text(), "two") {
		t.Errorf("Ctrl-K left the rest\n%s", s.text())
	}
	s.keys("\x1b")
	s.wait(": n: everyone")
	s.keys("\x1bU")
	s.wait("Alt-U does nothing here.")
}

// A paste of 40 KB without brackets is in the prompt at once.
func TestLongPaste(t *testing.T) {
	s := begun(t)
	s.keys(":")
	s.wait("Enter do it")
	began := time.Now()
	s.keys(strings.Repeat("note to self ", 3000) + "the end")
	s.wait("note to self the end")
	s.keys("\x15") // Ctrl-U
	for strings.Contains(s.text(), "the end") {
		s.pause()
	}
	t.Logf("took %v", time.Since(began))
}

// pause lets a key be one by itself.
func (s *screen) pause() { time.Sleep(20 * time.Millisecond) }

// TestStopAndContinue: Ctrl-Z gives the terminal back to the shell, and fg continues.
func TestStopAndContinue(t *testing.T) {
	s := startCommand(t, t.TempDir(), exec.Command("bash", "-c", `set -m; "$1"; stty -a | grep -ow -- '-*icanon'; echo in the shell; read; fg`, "bash", installed(t)))
	s.wait("Scenes")
	s.keys("\x1a")
	s.wait("icanon", "in the shell")
	if strings.Contains(s.text(), "-icanon") || s.term.Mode()&(vt10x.ModeMouseMask|vt10x.ModeAltScreen) != 0 {
		t.Errorf("the terminal is not given back\n%s", s.text())
	}
	s.keys("\r")
	s.wait("Scenes", "Warehouse at Low Tide")
	s.keys("\r")
	s.wait("The tide is out")
}

// TestSignals: a program that is told to end gives the terminal back first.
func TestSignals(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(signal.String(), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pid")
			s := startCommand(t, t.TempDir(), exec.Command("bash", "-c", `(echo $BASHPID > "$2"; exec "$1"); echo code $?; stty -a | grep -ow -- '-*icanon'; read`, "bash", installed(t), file))
			s.wait("Scenes", "Warehouse at Low Tide")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err == nil {
				err = syscall.Kill(pid, signal)
			}
			if err != nil {
				t.Fatal(err)
			}
			s.wait("code 0", "icanon")
			if strings.Contains(s.text(), "-icanon") || s.term.Mode()&(vt10x.ModeMouseMask|vt10x.ModeAltScreen) != 0 {
				t.Errorf("the terminal is not given back\n%s", s.text())
			}
		})
	}
}

// TestUnfitTerminal: what hinders the dashboard on a terminal is named with its remedy.
func TestUnfitTerminal(t *testing.T) {
	for _, row := range []struct{ setting, want string }{
		{"TERM=nonesuch", "Set TERM=xterm-256color."}, {"TERM=", "Set TERM=xterm-256color."},
		{"LC_ALL=de_DE.ISO-8859-1", "such as LC_ALL=C.UTF-8."},
	} {
		s := startCommand(t, t.TempDir(), exec.Command("env", row.setting, installed(t)))
		s.wait(row.want)
	}
}

// TestBackground: without a chosen theme that of the background is shown, which the terminal says, or COLORFGBG. The next one says
// which it was.
func TestBackground(t *testing.T) {
	for _, row := range []struct {
		name, setting, theme, answer, next string
	}{
		{"as the terminal answers", "COLORFGBG=", "", "", "theme light"},
		{"dark", "COLORFGBG=", "", "\x1b]11;rgb:1616/1818/1d1d\a", "theme light"},
		{"light", "COLORFGBG=", "", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "theme safe"},
		{"the answer counts", "COLORFGBG=0;15", "", "\x1b]11;rgb:0/0/0\a", "theme light"},
		{"chosen", "COLORFGBG=0;15", "dark", "\x1b]11;rgb:ffff/ffff/ffff\a", "theme light"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := startCommand(t, t.TempDir(), exec.Command("env", row.setting, installed(t), "tour", "--theme="+row.theme))
			s.wait("tour 1 of 10")
			s.keys(row.answer)
			s.pause()
			s.keys("t")
			s.wait(row.next)
		})
	}
}
