//go:build unix

package draw

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gdamore/tcell/v2"
)

// NewTerminal returns the terminal that the program runs in.
func NewTerminal() (tcell.Screen, error) {
	tty, err := tcell.NewDevTty()
	if err != nil {
		return nil, err
	}
	screen, err := tcell.NewTerminfoScreenFromTty(&escapeTranslator{Tty: tty, now: time.Now})
	if err != nil {
		_ = tty.Close()
		return nil, &TerminalError{"The terminal “" + os.Getenv("TERM") + "” is unknown. Set TERM=xterm-256color."}
	}
	return screen, nil
}

// stopTime is the time that StopProgram waits for the signal to stop the program before it gives up and continues.
const stopTime = time.Second / 5

// StopProgram restores the terminal and stops the program, as Ctrl-Z does in other programs, until the shell continues it; then it draws
// the screen again. It does nothing without a terminal. A program that was not started by a shell continues after stopTime.
func (s *Screen) StopProgram() error {
	if tty, ok := s.Screen.Tty(); !ok || tty == nil {
		return nil
	}
	if err := s.Screen.Suspend(); err != nil {
		return err
	}
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	err := syscall.Kill(0, syscall.SIGTSTP) // to the whole process group, as a terminal does
	select {
	case <-continued:
	case <-time.After(stopTime):
	}
	if resumed := s.Screen.Resume(); resumed != nil {
		return resumed
	}
	s.Sync()
	return err
}
