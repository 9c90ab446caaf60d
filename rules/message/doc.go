/*
Package message words refusals: one constructor for each kind of problem, so that a kind reads the same at the prompt, on the
dashboard, on the command line, on a phone and in a finding of vet. A message is `Problem. Fix.`, two short
sentences: typed text is in “quotes”, choices follow "Choose:", a command to type is in backticks.

	Unknown    No skill named “swrd”. Did you mean “sword”?
	Lacks      Table hits has no row “hed”. Did you mean “head”?
	NotOneOf   unit can't be “acton”. Did you mean “action”?
	NotA       “four” isn't a whole number. Write it in digits.
	Conflict   --csv can't be combined with --json. Remove one.
	Missing    Name a combatant. Usage: attack WHOM
	Exists     skills.yaml already exists; nothing was changed. Choose another name.
	Ambiguous  “cut” could be cutter_1 or cutter_2. Type more of the name.

Messages of one place only, such as whose turn it is, are worded there. [Suggest] finds the nearest word to a misspelt one. The
package knows no word of a game and imports nothing of the program.
*/
package message
