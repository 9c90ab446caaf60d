/*
Package seats serves the players' pages: each player sees on a phone the facts that the character knows, and nothing else. It knows
no rules and no secrets of the game; it can only show a [players.SeatView], which has strings and numbers.

# Parts

A [Server] listens on a private address (address.go), admits devices (join.go) and rejects others (guard.go, limit.go). A room
(room.go) is the current page of one character, drawn once (page.go) for all devices that show it. A stream (stream.go) sends the
changes since the last message to one device.

# Floors

A function, a method or a value refers only to others on its own floor or a lower one; TestFloors (cmd/hybrid/floors_test.go) checks
this. Types form one data model and can be in any file. The lowest floor is first:

	1  loop.go limit.go address.go qr.go request.go  the session's loop, limits, networks, requests
	2  page.go view.go table.go  the contents of pages, drawn
	3  room.go stream.go others.go join.go  admission, and the state of each device
	4  look.go screens.go act.go do.go notes.go proposed.go  pages, answers and proposals of players
	5  server.go guard.go home.go watch.go line.go text.go  the server, and the game master's lines

# The life of a change

When its state has changed, the session only wakes the server's own goroutine. This goroutine posts a function for each open room to
the session's [Loop] (look.go); keys of the dashboard are handled between them, and no frame waits for phones. Each function only
copies the Seen of a character. The parts of each page are drawn outside the loop, and the streams of changed pages are woken. Rows of
people, the character's own wounds and lines of the log are not drawn again if their data are unchanged. A stream compares the current
page with the one it has sent, so a slow stream sends the whole difference at once, and a stream without a difference sends nothing. Of a
part that was sent before, only the text between the unchanged beginning and end is sent.

# What a device may do

All players use the same link, with a code of six letters that changes every evening. It only gives the right to ask for a character.
The game master admits the device with [Server.Accept]; from then on the 128 random bits in its cookie identify it. Their SHA-256 is
stored with the session's settings, so that undo unseats no one. A device never sends lines, only names that were offered to it.

# Where to begin

A new content of a page is a field of [players.SeatView], set by package players, and a part of a page (page.go, page.html). A new
action of a device is a route (Server.registerRoutes) and a case of a reply (do.go), which looks a name up among those offered.

# Signals

Questions and turns are signalled by the title, by a flash of the frame and, if the phone supports it, by vibration. There is no
sound: eight phones would interrupt the table and reveal which player was asked, and a phone whose screen is off runs no page.

# Tests

guard_test.go has a test for each known attack from the network. browser_test.go plays in a real browser on four screens;
go test ./gm/seats -run Browser -pictures DIR writes the pictures.

Methods whose comments say so must be called within the loop; all others can be called from any goroutine.
*/
package seats
