package source

// Code is a short stable word for what kind of mistake something is: scripts and editors may rely on it.
type Code string

// The codes of mistakes. Codes says what each means.
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

// The codes of warnings.
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
	OverPoints  Code = "over-points"
)

// Meaning is what a code says, and how to put it right.
type Meaning struct {
	Code    Code
	Warning bool
	Text    string
}

// Codes returns all codes with their meanings, mistakes first, then warnings.
func Codes() []Meaning {
	return []Meaning{
		{NotYAML, false, "The file cannot be read as YAML. Often a quotation mark, a bracket or the indentation is wrong, or a value that holds `: ` stands without quotes."},
		{NotRead, false, "YAML that packs do without: anchors, aliases, tags, merge keys, a second document. Write out what they stand for."},
		{EmptyFile, false, "Nothing but comments stands in the file. Write a section, a name with a colon, and its entries below."},
		{NoFile, false, "A file or folder is not there, or cannot be read."},
		{Repeated, false, "A key, an entry of a section or a row stands twice. The place of the first is named; keep one."},
		{UnknownKey, false, "No entry of this kind has such a key. The keys it may have, or the nearest one, are named."},
		{UnknownName, false, "Nothing of this name is defined: a skill, condition, table, tag, or a name in a formula. The nearest one is named."},
		{WrongKind, false, "A list stands where a map is wanted, a word where a number is wanted, and the like."},
		{BadValue, false, "The value is none of those that can stand here, or is not written like them."},
		{OutOfRange, false, "The number is larger or smaller than can be."},
		{Missing, false, "The entry cannot do without something that it does not say."},
		{OneKind, false, "Of several keys the entry needs exactly one: a step its kind, a line of a tally what it does, an effect its verb."},
		{BadFormula, false, "The formula cannot be read, or yields a yes/no where a number is wanted, or uses a function that there is not. `hybrid help formulas` lists what there is."},
		{ByZero, false, "The formula may divide by zero. Write `max(1, …)` around what stands below."},
		{Hole, false, "Faces of the die have no row, or numbers no step: every roll must come to something."},
		{Overlap, false, "Two rows stand for the same face or number."},
		{Circle, false, "Entries call or follow each other in a circle."},
		{NothingThere, false, "`removed` or `after` names an entry that is not there below this layer."},
		{Other, false, "Anything else; the text says what."},
		{SameAsBelow, true, "The layer says what the one below says already. Take it out, so that a change below is seen."},
		{Unread, true, "Nothing reads the ruling, so that its choice changes nothing. Take it out, or read it in a formula as `ruling.NAME`."},
		{Unused, true, "Nothing in the pack refers to the entry, and it does nothing by itself."},
		{NoRow, true, "A step looks a degree up in a table without a row for it: nothing is found then. Add a row of that name."},
		{NoResult, true, "Tasks do not know a degree, and say of it what they say of the one beside it. Write what comes of it under `results`."},
		{LostChoice, true, "The layer takes out or changes what a choice of a ruling below needs, so that nobody can make it. Mend it, or take the choice out too."},
		{Unreachable, true, "No roll, number or word comes to this row, step or case, as others before it take all there is."},
		{NobodyHas, true, "Nobody of the campaign's cast has the skill, or any skill of the task."},
		{BelowZero, true, "The formula goes below zero for statistics that people may have; the values are named. Write `max(0, …)` around it."},
		{Unanswered, true, "A tag that items of the campaign bring is named by nothing that is worn, where that goes by such tags: it counts there as `else`, often 0. Or a step offers what no action answers, so that nobody is ever asked, or what is answered to it is never carried out."},
		{Unseen, true, "The file is where nothing reads it, or its name ends otherwise than in .yaml. Files of a campaign are in tables, characters and encounters, and not in folders in these."},
		{NoSide, true, "Somebody in an encounter is on no side while others are."},
		{NoBasis, true, "A check has neither a skill nor a basis, so that its chance begins at nothing."},
		{NoPlace, true, "Somebody in an encounter stands nowhere while others stand somewhere."},
		{NoKind, true, "Two actions at once depend on the kinds that `order` lists under `pair`, and the action is of none of them. Add one to its `tags`."},
		{OddName, true, "A name has a dash, a blank or another sign, or capitals, so that it cannot be typed everywhere or read in a formula. Write small letters, digits and `_`; `label` is what people read."},
		{OverPoints, true, "A character has more points or a higher rank than the rules of making give for its power. Lower something, name another power, or take `power` out where it was raised since."},
		{Hidden, true, "The name is taken: a step is called like a statistic or another name of formulas, or an action like a word of the program's own, so that only one of the two is ever meant. Call it otherwise."},
	}
}
