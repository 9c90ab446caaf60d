/*
Package logtext writes the entries of the game master's log. A [LogEntry] has the sentences of gm/story and the numbers behind them. It
is stored with its entry, so its wording never changes. [NewLogEntry] creates one from a decision.

[Wording] describes events and steps in a few words, for titles, plans and lists. [GroupRolls] combines the rolls of several actors in one
line. The package changes nothing and draws nothing on the screen.
*/
package logtext
