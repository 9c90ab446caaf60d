package gm

import "hybrid/gm/command"

// refusal returns a *rules.Refusal in one line.
func refusal(format string, args ...any) error { return command.Refusal(format, args...) }
