//go:build !unix

package draw

import "github.com/gdamore/tcell/v2"

// NewTerminal returns the terminal that the program runs in.
func NewTerminal() (tcell.Screen, error) { return tcell.NewScreen() }

// StopProgram does nothing: only on Unix can a shell continue a stopped program.
func (s *Screen) StopProgram() error { return nil }
