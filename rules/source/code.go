package source

// The codes of mistakes and warnings, and their meanings.

// Code is a short, stable word for a kind of mistake or warning. Scripts and editors can rely on it.
type Code string

// Codes of mistakes. The function Codes explains them.
const (
	NotYAML      Code = "not-yaml"
	NotRead      Code = "not-read"
	EmptyFile    Code = "empty-file"
	NoFile       Code = "no-file"
	Repeated     Code = "repeated"
	UnknownKey   Code = "unknown-key"
	UnknownName  Code = "unknown-name"
	WrongKind    Code = "wrong-kind"
	BadValue     Code = "bad-value"
	OutOfRange   Code = "out-of-range"
	Missing      Code = "missing"
	OneKind      Code = "one-kind"
	BadFormula   Code = "bad-formula"
	ByZero       Code = "by-zero"
	Hole         Code = "hole"
	Overlap      Code = "overlap"
	Circle       Code = "circle"
	NothingThere Code = "nothing-there"
	Other        Code = "other"
)

// Codes of warnings.
const (
	SameAsBelow Code = "same-as-below"
	Unread      Code = "unread"
	Unused      Code = "unused"
	NoRow       Code = "no-row"
	NoResult    Code = "no-result"
	LostChoice  Code = "lost-choice"
	Unreachable Code = "unreachable"
	NobodyHas   Code = "nobody-has"
	BelowZero   Code = "below-zero"
	Unanswered  Code = "unanswered"
	Unseen      Code = "unseen"
	NoSide      Code = "no-side"
	NoBasis     Code = "no-basis"
	NoPlace     Code = "no-place"
	NoKind      Code = "no-kind"
	Hidden      Code = "hidden"
	OddName     Code = "odd-name"
	PlainText   Code = "plain-text"
	NoActor     Code = "no-actor"
	LostDegree  Code = "lost-degree"
	OverPoints  Code = "over-points"
	Doubled     Code = "doubled"
	OddValue    Code = "odd-value"
)

// Meaning is the explanation of a code.
type Meaning struct {
	Code    Code   // code that is explained
	Warning bool   // whether it is the code of a warning, which doesn't prevent the game from being played
	Text    string // problem and fix, in sentences
}

// Codes returns all codes with their meanings, mistakes first, then warnings.
func Codes() []Meaning {
	return []Meaning{
		{NotYAML, false, "The file isn't valid YAML. Check quotation marks, brackets and indentation. A value with `: ` in it needs quotes."},
		{NotRead, false, "Packs can't use anchors, aliases, tags, merge keys or a second document. Write their content in full."},
		{EmptyFile, false, "The file has nothing but comments. Write a section: a name with a colon, and its entries below."},
		{NoFile, false, "A file or folder is missing or can't be read."},
		{Repeated, false, "A key, an entry of a section or a row appears twice. The message names the first place. Keep one."},
		{UnknownKey, false, "No entry of this kind has such a key. The message names the nearest key, or all possible keys."},
		{UnknownName, false, "No skill, condition, table, tag or formula value has this name. The message suggests the nearest one."},
		{WrongKind, false, "The value has the wrong type: a list instead of a map, or a word instead of a number."},
		{BadValue, false, "The value isn't one of the allowed values, or is written differently."},
		{OutOfRange, false, "The number is too large or too small."},
		{Missing, false, "A required key is missing."},
		{OneKind, false, "The entry needs exactly one of several keys: a step its kind, a line of a tally its operation, an effect its verb."},
		{BadFormula, false, "The formula has a mistake, an unknown function, or a result of the wrong type. `hybrid help formulas` lists names and functions."},
		{ByZero, false, "The formula can divide by zero. Write `max(1, …)` around the divisor."},
		{Hole, false, "Some faces of the die have no row, or some numbers no step. Every roll needs a result."},
		{Overlap, false, "Two rows are for the same face or number."},
		{Circle, false, "Entries call or follow each other in a circle."},
		{NothingThere, false, "`removed` or `after` names an entry that doesn't exist below this layer."},
		{Other, false, "Any other mistake. The message describes it."},
		{SameAsBelow, true, "This repeats the layer below. Remove it, so later changes there take effect."},
		{Unread, true, "Nothing reads the ruling, so its choice changes nothing. Remove it, or read it in a formula as `ruling.NAME`."},
		{Unused, true, "Nothing in the pack refers to the entry, and it does nothing on its own."},
		{NoRow, true, "A step looks up a degree in a table that has no row for it. Add a row of that name."},
		{NoResult, true, "Tasks have no result for a degree, so they use the next one's. Add it under `results`."},
		{LostChoice, true, "The layer removes or changes something that a ruling's choice below needs. Fix it, or remove the choice too."},
		{Unreachable, true, "No roll, number or word reaches this row, step or case, because earlier ones match first."},
		{NobodyHas, true, "No character of the campaign's cast has the skill, or any skill of the task."},
		{BelowZero, true, "The formula is below zero for some possible statistics, which the message names. Write `max(0, …)` around it."},
		{Unanswered, true, "No armour names a tag that items of the campaign have, so it counts as `else`, often 0. Or no action answers the offer of a step, or its answers never run."},
		{Unseen, true, "The file is in a folder that isn't read, or its name doesn't end in .yaml. Campaign files belong in tables, characters and encounters, without subfolders."},
		{NoSide, true, "A combatant of an encounter has no side while others have one."},
		{NoBasis, true, "A check has neither a skill nor a basis, so its chance starts at 0."},
		{NoPlace, true, "A combatant of an encounter has no place while others have one."},
		{NoKind, true, "The action has none of the tags that `order` lists under `pair` for two actions at once. Add one to its `tags`."},
		{OddName, true, "A name has capitals, spaces or signs, so it can't be typed everywhere or read in a formula. Use small letters, digits and `_`; `label` is the text on screen."},
		{PlainText, true, "The text is plain, so its braces are shown as they are. Remove them, or put a pattern into the `say` of the step that draws the row."},
		{NoActor, true, "The sentence names no one, so the reader can't tell whom it is about. Write `{who is}` or `{who's}`."},
		{LostDegree, true, "One of several ways to say something, or the case of a degree, does not tell the degree that the others tell. Add `[ {how}]`, or words for it."},
		{OverPoints, true, "A character has more points or higher ranks than its power allows at creation. Lower them, choose another power, or remove `power` from an experienced character."},
		{OddValue, true, "The value means something else than it seems to: null isn't a text, and 017 is 17 here but 15 to other programs. Write it plainly."},
		{Doubled, true, "A list names something twice. Remove one."},
		{Hidden, true, "The name is taken: a step has the name of a formula value, or an action has the name of a command, or two combatants have one name. Rename it."},
	}
}
