package message

import (
	"strings"
	"unicode/utf8"
)

// The kinds of messages, a constructor each. A text that one of them could make must be made by it (TestKindsAreConstructed).

// Text is a message to a person: a sentence, or two. It is an error, so that a function can return it.
type Text string

// Error returns the message.
func (t Text) Error() string { return string(t) }

// Choices is the greatest number of names that a message lists.
const Choices = 12

// Unknown says that nothing of a kind, such as "skill", has this name. It suggests the nearest of the names; if none
// is near, it lists them unless there are more than [Choices].
func Unknown(kind, name string, names []string) Text {
	return UnknownOr(kind, name, names, choose(names))
}

// UnknownOr is [Unknown] with a fix of its own, a sentence, for a name that is near none of the names.
func UnknownOr(kind, name string, names []string, fix string) Text {
	return withHint("No "+kind+" named “"+name+"”", name, names, fix)
}

// Lacks says that something named owner has nothing of a kind with this name, as [Unknown] does.
func Lacks(owner, kind, name string, names []string) Text {
	return withHint(Capital(owner)+" has no "+kind+" “"+name+"”", name, names, choose(names))
}

// NotOneOf says that a key, a flag or an option can't have this value. It suggests the nearest choice, or lists them all.
func NotOneOf(key, value string, choices []string) Text {
	return withHint(key+" can't be “"+value+"”", value, choices, "Choose: "+strings.Join(choices, ", "))
}

// NotA says that a value isn't what it must be, such as "a whole number". An empty fix adds nothing.
func NotA(value, what, fix string) Text { return withFix("“"+value+"” isn't "+what, "", fix) }

// Conflict says that two flags or options exclude each other.
func Conflict(one, other, fix string) Text {
	return withFix(one+" can't be combined with "+other, "", fix)
}

// Missing asks for what is missing, in the imperative, and gives the usage.
func Missing(ask, usage string) Text { return Text(Sentence(ask) + " Usage: " + usage) }

// Exists says that something is there already and was left as it is.
func Exists(what, fix string) Text {
	return Text(what + " already exists; nothing was changed. " + Sentence(fix))
}

// Ambiguous says that a text could mean several names.
func Ambiguous(text string, names []string) Text {
	return Text("“" + text + "” could be " + Or(names) + ". Type more of the name.")
}

// Namesakes says that a text is the name of several, which are told apart by their keys.
func Namesakes(text string, keys []string) Text {
	return Text("“" + text + "” could be " + Or(keys) + ". Type one of these.")
}

// Or lists names as a choice: a, b or c.
func Or(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// withHint ends a problem with the name that was meant, or else with the fix; an empty fix adds nothing.
func withHint(problem, name string, names []string, fix string) Text {
	return withFix(problem, Suggest(name, names), fix)
}

// withFix ends a problem with a suggestion, or else with a full stop and the fix, if there is one.
func withFix(problem, suggestion, fix string) Text {
	switch {
	case suggestion != "":
		return Text(problem + suggestion)
	case fix != "":
		return Text(problem + ". " + Sentence(fix))
	}
	return Text(problem + ".")
}

// choose lists the names, or nothing if there are none or too many.
func choose(names []string) string {
	if len(names) == 0 || len(names) > Choices {
		return ""
	}
	return "Choose: " + strings.Join(names, ", ")
}

// Sentence returns text with a full stop, if it has no end yet.
func Sentence(text string) string {
	if last, _ := utf8.DecodeLastRuneInString(text); text == "" || strings.ContainsRune(".?!…”\"", last) {
		return text
	}
	return text + "."
}

// Capital returns text with its first letter as a capital.
func Capital(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}
