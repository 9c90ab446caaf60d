/*
Package export writes what was played as Markdown, as one HTML page, or as JSON Lines, for the game master or for the
players, and counts how the rolls went. It changes nothing, and has what it writes from a [Source], which a *gm.Session is.

# Parts

[Write] goes through the history once. audience.go says what an audience is told of each entry: the game master all of
it, the players what package players tells them. A heading says before an entry on which evening and in which
encounter it was.

A formatter writes in one format: markdown.go, page.go, jsonl.go. It is given evenings, scenes and passages from top to bottom,
escapes texts itself, and decides nothing about who may read what. Another format is another formatter, and a case in Write.

[Statistics] counts checks by actor and skill, with the successes that were to be expected by the exact chances;
[Chart] draws that as bars. It is for the game master: secret rolls count too.

# The golden files

testdata/told is a campaign in which two evenings are played, and testdata/told/export what each format makes of them for
each audience. UPDATE=1 go test writes them anew; read the difference. That no secret is in what players get is looked for
in every format, in fights made at random too.

# Where to begin

	out, err := os.Create("party.html")
	err = export.Write(out, session, export.HTML, export.Players, 0)

A new format is a constant, an entry of [Formats], a case of Write and a type with the five methods of formatter. What is told
of an entry is not decided there: for the game master it is in audience.go, for the players in package players.
*/
package export
