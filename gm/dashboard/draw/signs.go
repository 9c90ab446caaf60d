package draw

import (
	"slices"
	"strings"
)

// FewSigns reports whether a terminal's fonts lack signs that a theme uses, so that it needs a plain one. system is the name of the
// system in Go; charset is the terminal's character set, "" if unknown. The Linux console has 256 signs, or 512. The old console of
// Windows has only the signs of its own font; newer terminals set a variable of the environment.
func FewSigns(system string, env func(string) string, charset string) bool {
	if env("TERM") == "linux" || charset != "" && !strings.HasPrefix(charset, "UTF-") {
		return true
	}
	if system != "windows" {
		return false
	}
	return !slices.ContainsFunc([]string{"WT_SESSION", "TERM_PROGRAM", "ConEmuPID", "TERM"}, func(name string) bool { return env(name) != "" })
}
