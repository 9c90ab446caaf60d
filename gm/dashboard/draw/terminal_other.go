//go:build !unix

package draw

import "github.com/gdamore/tcell/v2"

// NewTerminal returns the terminal that the program runs in.
func NewTerminal() (tcell.Screen, error) { return tcell.NewScreen() }

// StopProgram does nothing: only a Unix shell can continue a stopped program.
func (s *Screen) StopProgram() error { return nil }
