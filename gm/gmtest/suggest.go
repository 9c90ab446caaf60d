package gmtest

import (
	"regexp"
	"strings"
)

// Comparison of a line with the one that a refusal suggests, such as `actions NAME`.

var (
	suggestedLine = regexp.MustCompile("`([^`]+)`")               // a suggested line
	placeholders  = regexp.MustCompile(`…|\b[A-Z]{2,}\b|\b\d+\b`) // parts of a suggested line that stand for other words
)

// Suggests reports whether a message suggests a line. The line must be, alone or after a comma, one in backticks with words in place of
// …, names in capitals and numbers; or it must be the refused line without the words that the message says to remove.
func Suggests(message, refused, line string) bool {
	for _, suggested := range suggestedLine.FindAllStringSubmatch(message, -1) {
		parts := placeholders.Split(suggested[1], -1)
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		if regexp.MustCompile("^(.*, )?" + strings.Join(parts, ".+") + "$").MatchString(line) {
			return true
		}
	}
	return strings.Contains(message, "Remove") && strings.HasPrefix(refused, line)
}
