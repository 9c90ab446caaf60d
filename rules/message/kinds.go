package message

import (
	"strings"
	"unicode/utf8"
)

// The kinds of messages, each with a constructor. A text that a constructor could build must be built by it (TestKindsAreConstructed).

// Text is a message of one or two sentences to a person. It is an error, so that a function can return it.
type Text string

// Error returns the message.
func (t Text) Error() string { return string(t) }

// Choices is the largest number of names that a message lists.
const Choices = 12

// Unknown returns the message that there is no entry of a kind, such as "skill", with this name. It suggests the nearest of names; if none
// is near, it lists them, unless there are more than [Choices].
func Unknown(kind, name string, names []string) Text {
	return UnknownOr(kind, name, names, choiceFix(names))
}

// UnknownOr returns the message of [Unknown], with the sentence fix instead of the list if none of names is near.
func UnknownOr(kind, name string, names []string, fix string) Text {
	return withHint("No "+kind+" named “"+name+"”", name, names, fix)
}

// Lacking returns the message that owner has no entry of a kind with this name, with the fix of [Unknown].
func Lacking(owner, kind, name string, names []string) Text {
	return withHint(Capitalise(owner)+" has no "+kind+" “"+name+"”", name, names, choiceFix(names))
}

// NotOneOf returns the message that a key, a flag or an option can't have this value. It suggests the nearest choice, or lists all
// choices.
func NotOneOf(key, value string, choices []string) Text {
	return withHint(key+" can't be “"+value+"”", value, choices, "Choose: "+strings.Join(choices, ", "))
}

// NotA returns the message that a value isn't of the expected kind, such as "a whole number". An empty fix is omitted.
func NotA(value, expected, fix string) Text {
	return withFix("“"+value+"” isn't "+expected, "", fix)
}

// Conflict returns the message that two flags or options exclude each other.
func Conflict(one, other, fix string) Text {
	return withFix(one+" can't be combined with "+other, "", fix)
}

// Missing returns the message that something is missing: ask, an imperative sentence, and the usage.
func Missing(ask, usage string) Text { return Text(AsSentence(ask) + " Usage: " + usage) }

// Exists returns the message that something already exists and was not changed.
func Exists(subject, fix string) Text {
	return Text(subject + " already exists; nothing was changed. " + AsSentence(fix))
}

// Ambiguous returns the message that text could mean several names.
func Ambiguous(text string, names []string) Text {
	return Text("“" + text + "” could be " + JoinOr(names) + ". Type more of the name.")
}

// AmbiguousName returns the message that several entries have the same name, with the keys that distinguish them.
func AmbiguousName(text string, keys []string) Text {
	return Text("“" + text + "” could be " + JoinOr(keys) + ". Type one of these.")
}

// JoinOr joins names as a choice: a, b or c.
func JoinOr(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// withHint returns a problem with a suggestion of the nearest name, or else with the fix. An empty fix is omitted.
func withHint(problem, name string, names []string, fix string) Text {
	return withFix(problem, Suggest(name, names), fix)
}

// withFix returns a problem with a suggestion, or else with a full stop and the fix. An empty fix is omitted.
func withFix(problem, suggestion, fix string) Text {
	switch {
	case suggestion != "":
		return Text(problem + suggestion)
	case fix != "":
		return Text(problem + ". " + AsSentence(fix))
	}
	return Text(problem + ".")
}

// choiceFix returns the fix that lists the names, or "" if there are none or too many.
func choiceFix(names []string) string {
	if len(names) == 0 || len(names) > Choices {
		return ""
	}
	return "Choose: " + strings.Join(names, ", ")
}

// AsSentence returns text with a full stop added, unless it already ends in a punctuation mark.
func AsSentence(text string) string {
	if last, _ := utf8.DecodeLastRuneInString(text); text == "" || strings.ContainsRune(".?!…”\"", last) {
		return text
	}
	return text + "."
}

// Capitalise returns text with its first letter in upper case.
func Capitalise(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}
