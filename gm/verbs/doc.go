/*
Package verbs has the verbs of the prompt: what begin, next, put, hurt, pass and the others decide. [Table] lists them; a session
hands it to its [command.Game], which reads lines by it and calls the functions in it. A decision is events with final numbers;
nothing has happened then, and nothing here is written or drawn.

A verb is a literal in listVerbs (table.go), which names a method of timeline, downtime, knowledge or roundGame: small types that are
each a game. [command.Verb] says what else a literal may have.

# Parts

	table.go      the literals, each with its words, help, completions and function
	timeline.go   a fight in counts; rounds.go one in rounds; newcomer.go who comes in, overrule.go what is decided by hand
	downtime.go   time outside a fight, rolls, experience; flee.go ways out, afterwards.go help after a fight
	finish.go     [Endings]: what the end of an encounter leaves to be decided; hours.go what the hours after it come to
	hurt.go       [Hurts]: harm that comes from no actor
	knowledge.go  who knows what; secret.go prepared secrets and threads, goal.go goals of scenes; note.go and pinned.go notes, favourite.go lines at hand
	rejoin.go     [Rejoin]: those who came in once, when a changed past is decided again
*/
package verbs
