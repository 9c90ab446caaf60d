/*
Package export writes a session as Markdown, as one HTML page, or as JSON Lines, for the game master or for the players, and computes
statistics of rolls. It changes nothing, and reads from a [Source], such as a *gm.Session.

# Parts

[Write] reads the history once. audience.go selects the parts of each entry that an audience may read: all of it for the game master,
the passages of package players for the players. Headings give the evening (the session of play) and the encounter of the entries below.

A formatter writes one format: markdown.go, page.go, jsonl.go. It receives evenings, scenes and passages in order, escapes texts itself,
and does not decide who may read them.

[Statistics] counts checks by actor and skill, with the successes expected by the exact chances; [Chart] draws them as bars. They are
for the game master, since secret rolls count, too.

# The golden files

testdata/told is a campaign with two evenings of play, and testdata/told/export has the output for each format and audience. UPDATE=1 go
test rewrites it; read the difference. Tests search the players' output in every format for secrets, also after random fights.

# Where to begin

	out, err := os.Create("party.html")
	err = export.Write(out, session, export.HTML, export.Players, 0)

A new format is a constant, an entry of [Formats], a case of Write and a type with the methods of formatter. The selection of
an entry's parts is not its task: see audience.go for the game master and package players for the players.
*/
package export
