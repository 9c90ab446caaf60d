//go:build unix

package draw

import (
	"time"

	"github.com/gdamore/tcell/v2"
)

// NewTerminal returns the terminal that the program runs in.
func NewTerminal() (tcell.Screen, error) {
	tty, err := tcell.NewDevTty()
	if err != nil {
		return nil, err
	}
	return tcell.NewTerminfoScreenFromTty(&escaping{Tty: tty, now: time.Now})
}
