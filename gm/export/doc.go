/*
Package export writes what was played as Markdown, as one HTML page, or as JSON Lines, for the game master or for the
players, and counts how the rolls went. It changes nothing, and has what it writes from a [Source], which a *gm.Session is.

# Parts

[Write] goes through the history once. audience.go says what an audience is told of each entry: the game master all of
it, the players what package players tells them. A heading says before an entry on which evening and in which
encounter it was.

A pen writes in one format: markdown.go, page.go, jsonl.go. It is given evenings, scenes and passages from top to bottom,
escapes texts itself, and decides nothing about who may read what. Another format is another pen, and a case in Write.

[Statistics] counts checks by actor and skill, with the successes that were to be expected by the exact chances;
[Chart] draws that as bars. It is for the game master: secret rolls count too.
*/
package export
