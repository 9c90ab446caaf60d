/*
Package command parses the lines of the prompt, decides them and describes the results in words. It stores and draws nothing, and contains no
rules of a game, which are in the data and in package rules.

# Parts

A [Game] is a campaign and its rules in one state, with a table of verbs. A verb is the first word of a line, such as move or undo. A Game is an
immutable value: to decide a line in a different state, create another Game. Package verbs has the verbs, package advice the advice, and package
logtext the text of the log; they import this package.

  - [Preview], [DryRun], [LineOdds]: the effects of a line (ask_preview.go, ask_foresee.go, ask_lineodds.go)
  - [Completions]: the possible continuations of a line (read_complete.go)
  - [Verb] and [Verbs]: a verb, and the table of verbs (read_verb.go)

# From a line to its result

[Game.Parse] parses a text into a [Line]: the subject, the verb or action, options, answers, typed dice (read_line.go). It refuses an invalid
text. read_declare.go converts the declaration of an action to the input of the rules; read_lookup.go finds actors, skills and items by name,
label or prefix; read_verb.go finds the verb in the table of verbs.

[Game.Decide] decides a line: it calls the line's verb, which lets the rules compute the result. The result is a [DecidedCommand] with the
outcomes of the steps and the events that change the state. The state itself is unchanged; the caller applies the events. If an answer or a die
is missing, the error is a *rules.Need; if the line isn't possible, it is a *rules.Refusal with the reason in one line.

# Floors

A function, a method or a value refers only to others on its own floor or a lower one; TestFloors (cmd/hybrid/floors_test.go) checks
this. Types form one data model and can be in any file. The lowest floor is first:

	1  game.go game_*.go  a game in one state; a decided command; pending events
	1  say_*.go  words for numbers, actions and knowledge
	2  read_*.go  parsing of lines: names, options, answers, dice; completions
	3  decide.go  decision of a line by its verb
	4  ask_*.go  effects of a line, odds, explanations

# Where to begin

To add a verb, add a literal to the table of package verbs; see [Verb] for its fields. The documentation of package hybrid/gm describes how a
line gets from a key press to this package.
*/
package command
