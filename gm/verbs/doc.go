/*
Package verbs contains the verbs of the prompt, such as begin, next, put, hurt and pass. [Table] lists them; a session passes it to its
[command.Game], which parses lines with it and calls its functions. A decision consists of events with final numbers. The functions
change nothing, and nothing here is written or drawn.

A verb is a literal in listVerbs (table.go) with a method of timeline, downtime, knowledge or roundGame, each of which is a game with
the methods of one kind of verbs. See [command.Verb] for the other fields.

# Parts

	table.go      the literals, each with its words, help, completions and function
	timeline.go   fights in counts; rounds.go fights in rounds; newcomer.go newcomers, overrule.go overrules by the game master
	downtime.go   time outside a fight, rolls, experience; flee.go flight, afterwards.go help after a fight
	finish.go     [Endings]: decisions pending at the end of an encounter; hours.go the hours after it
	hurt.go       [HarmGame]: harm that no actor causes
	knowledge.go  knowledge of actors; secret.go prepared secrets and threads, goal.go goals of scenes; note.go and pinned.go notes, favourite.go favourite lines
	rejoin.go     [Rejoin]: actors who joined earlier, when a changed past is replayed
*/
package verbs
