package draw

import (
	"slices"
	"strings"
)

// FewSigns reports whether the fonts of a terminal lack signs that a theme has, so that it needs a plain one: by the name of
// the system in Go, its environment, and the terminal's character set, empty where that is not known. The Linux console has
// 256 signs, or 512. The old console of Windows takes a sign from no other font than its own; the newer terminals say their name.
func FewSigns(system string, env func(string) string, charset string) bool {
	if env("TERM") == "linux" || charset != "" && !strings.HasPrefix(charset, "UTF-") {
		return true
	}
	if system != "windows" {
		return false
	}
	return !slices.ContainsFunc([]string{"WT_SESSION", "TERM_PROGRAM", "ConEmuPID", "TERM"}, func(name string) bool { return env(name) != "" })
}
