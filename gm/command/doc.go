/*
Package command reads the lines of the prompt, decides what they come to and says it in words. It keeps, writes and draws
nothing, and knows no rule of a game: rules does.

# Parts

A [Game] is a campaign and its rules in one state. It is a value: nothing that it is asked changes it, and to decide
something in another state one makes another Game. What it does is spread over small types that are each a Game:

  - timeline, the verbs of a fight: who declares, waits, gives up, what comes next (do_timeline.go)
  - downtime, the verbs of longer spans: a span that passes, rolls of a group, experience (do_downtime.go)
  - preview, what a line would do (ask_preview.go, ask_foresee.go, ask_lineodds.go)
  - [Completions], how the beginning of a line may go on (read_complete.go)
  - [LogEntry], an entry in the game master's log: the sentences of package story and their numbers (say_logentry.go), and [Wording], events
    and steps in a few words (say_wording.go)

# The way of a line

[Game.Parse] takes a text apart into a [Line]: who, the verb or action, options, answers, typed dice (read_line.go). It
refuses what cannot be read. read_declare.go makes of a line that declares an action what the rules take; read_lookup.go finds
actors, skills and things by their names, labels or beginnings; read_verb.go finds the verb in the table of verbs.

[Game.Decide] asks the rules what a line comes to: a [Decided], settled events with the steps behind them. Nothing has
happened then; who asked keeps the events. A *rules.Need asks for an answer or a die that is not known yet, a
*rules.Refusal says in one line why not. [NewLogEntry] is the line of the log that says what a decision came to.

# Floors

A function, a method or a value refers to those of its own floor or of a lower one; TestFloors (rules/floors_test.go) holds
that. Types are one data model, and may stand anywhere. Lowest floor first:

	1  game.go game_*.go  a game in one state; a command decided
	1  say_*.go  words for numbers, actions and knowledge; entries of the log
	2  read_*.go  a line taken apart: names, options, answers, dice; how it may go on
	3  do_*.go  what verbs and actions come to
	4  ask_*.go  what a line would do, odds, advice, explanations

# Where to begin

A verb is a literal in listVerbs (do_verbs.go), which names a method of timeline, downtime or knowledge; [Verb] says what else it
may have. The page of hybrid/gm says how a line comes here from a key.
*/
package command
