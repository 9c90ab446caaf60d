/*
Package logtext writes an entry as the game master's log shows it: a [LogEntry] has the sentences of gm/story and the numbers behind
them, and is kept as it was told when the entry was made. [NewLogEntry] makes one of a decision.

[Wording] tells events and steps in a few words, for titles, plans and lists. [Grouped] sums the rolls of several people up as one
line. Nothing here decides or draws.
*/
package logtext
