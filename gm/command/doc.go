/*
Package command reads the lines of the prompt, decides what they come to and says it in words. It keeps, writes and draws
nothing, and knows no rule of a game: rules does.

# Parts

A [Game] is a campaign and its rules in one state, with the table of verbs that it is handed. It is a value: nothing that it is
asked changes it, and to decide something in another state one makes another Game. What verbs decide is in package verbs, advice in
package advice, and the text of the log in package logtext; they import this package.

  - [Preview], [DryRun], [LineOdds], what a line would do (ask_preview.go, ask_foresee.go, ask_lineodds.go)
  - [Completions], how the beginning of a line may go on (read_complete.go)
  - [Verb] and [Verbs], what a verb is and the table of them (read_verb.go)

# The way of a line

[Game.Parse] takes a text apart into a [Line]: who, the verb or action, options, answers, typed dice (read_line.go). It
refuses what cannot be read. read_declare.go makes of a line that declares an action what the rules take; read_lookup.go finds
actors, skills and things by their names, labels or beginnings; read_verb.go finds the verb in the table of verbs.

[Game.Decide] calls the verb of a line, which asks the rules what the line comes to: a [Decided], settled events with the steps
behind them. Nothing has happened then; who asked keeps the events. A *rules.Need asks for an answer or a die that is not known
yet, a *rules.Refusal says in one line why not.

# Floors

A function, a method or a value refers to those of its own floor or of a lower one; TestFloors (rules/floors_test.go) holds
that. Types are one data model, and may stand anywhere. Lowest floor first:

	1  game.go game_*.go  a game in one state; a command decided; what is owed
	1  say_*.go  words for numbers, actions and knowledge
	2  read_*.go  a line taken apart: names, options, answers, dice; how it may go on
	3  decide.go  a line decided by its verb
	4  ask_*.go  what a line would do, odds, explanations

# Where to begin

A verb is a literal in the table of package verbs; [Verb] says what it may have. The page of hybrid/gm says how a line comes here
from a key.
*/
package command
