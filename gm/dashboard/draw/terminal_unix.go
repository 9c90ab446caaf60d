//go:build unix

package draw

import (
	"os"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"
)

// NewTerminal returns the terminal that the program runs in.
func NewTerminal() (tcell.Screen, error) {
	tty, err := tcell.NewDevTty()
	if err != nil {
		return nil, err
	}
	look, err := os.Open("/dev/tty")
	if err != nil {
		return tcell.NewTerminfoScreenFromTty(tty)
	}
	return tcell.NewTerminfoScreenFromTty(escaping{tty, func() bool { return follows(look) }})
}

// follows reports whether there is more to read, after waiting for it.
func follows(f *os.File) bool {
	list := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(list, int(escapeWait.Milliseconds()))
	return n > 0 || err != nil
}
