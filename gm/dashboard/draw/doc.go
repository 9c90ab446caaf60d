/*
Package draw puts text on a terminal: cells, styles, measuring and cutting of text, numbers for people, and
pages to read. It knows nothing about a game, a session or a key; the dashboard decides what is drawn and where.

# Parts

A [Screen] wraps the terminal of tcell and sends it only the cells that differ from the last frame. That keeps a key
cheap over a slow connection.

A [Canvas] is a rectangle of the screen. Everything is drawn through one: a panel is given the canvas of its rectangle
and cannot draw outside of it. [Canvas.Part] and [Canvas.In] narrow it, [Canvas.Popup] opens a box on it, and
[Canvas.Text], [Canvas.Fit] and [Canvas.TextRight] write in it. Text can come from a file that anyone wrote, so control characters in it never
reach the terminal.

A [Role] is the meaning of a text: a title, a key, something bad. A [Theme] styles each role. Code names roles and
never colours, and no meaning is conveyed by a style alone, so that the theme without colours loses nothing.

[Width], [Clip], [Wrap], [PadLeft] and [PadRight] measure and cut text by cells, not by bytes or runes. [Tenths],
[FormatSigned] and [Bar] format numbers the way all screens show them; package rules formats percentages.

A [Page] is a title and [PageLine]s, built from the state for every frame; a [Grid] is a table on it. A [Pager]
remembers how far a page is scrolled and draws the part in view, in one column or in several. An [InputField] is a line that
is being typed, with its cursor.

# Where to begin

Something new to read is a page:

	page := &draw.Page{Title: "Gear"}
	page.Pair(draw.RoleText, "Sabre", "in hand")
	var pager draw.Pager
	pager.Draw(canvas, page)

Something new to look at is a function with a canvas as its parameter:

	canvas.Rule(0, "Gear", draw.RoleTitle)
	canvas.Fit(1, 1, canvas.W-2, "Sabre", draw.RoleStrong)

A new role is a constant next to the others and a style in each kind of theme; a new theme is an entry of [Themes]. A sign
that some terminals lack has its replacement in plainSign.

Values are drawn as they are passed and not kept: state belongs to the caller. Nothing here is safe for
concurrent use, except for a Screen's Hold, Escaped and Release.
*/
package draw
