package draw

import (
	"slices"
	"strings"
)

// LacksSigns reports whether a terminal's font lacks signs that a theme uses, so that it needs a plain theme. system is the operating
// system, as in runtime.GOOS; env looks up a variable of the environment; charset is the terminal's character set, or "" if unknown. The
// Linux console has at most 512 signs. The old console of Windows has only the signs of its own font; newer terminals on Windows set one
// of the variables below.
func LacksSigns(system string, env func(string) string, charset string) bool {
	if env("TERM") == "linux" || charset != "" && !strings.HasPrefix(charset, "UTF-") {
		return true
	}
	if system != "windows" {
		return false
	}
	return !slices.ContainsFunc([]string{"WT_SESSION", "TERM_PROGRAM", "ConEmuPID", "TERM"}, func(name string) bool { return env(name) != "" })
}
