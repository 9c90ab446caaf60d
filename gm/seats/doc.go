/*
Package seats serves the players' pages: each player sees on a phone what her character knows, and nothing else. It knows
no rule of the game and none of its secrets; all it can show is a [players.Seen], strings and numbers.

# Parts

A [Server] listens on a private address (address.go), lets devices in (join.go) and keeps strangers out (guard.go,
limit.go). A room (room.go) is one character's page as it stands now: it is drawn once (page.go), however many devices show
it. A stream (stream.go) sends one device what has changed of it since the last message.

# Floors

A function, a method or a value refers to those of its own floor or of a lower one; TestFloors (rules/floors_test.go) holds
that. Types are one data model, and may stand anywhere. Lowest floor first:

	1  loop.go limit.go address.go qr.go request.go  the session's loop, limits, networks, what a request says
	2  page.go view.go table.go  what a page shows, drawn
	3  room.go stream.go others.go join.go  who is let in, and what each device has been sent
	4  look.go screens.go act.go do.go notes.go proposed.go  what a player reads, answers and proposes
	5  server.go guard.go home.go watch.go line.go text.go  the server, and the game master's lines

# The life of a change

The session tells the server that the present has changed; that only wakes the server's own goroutine. It posts to the
[Loop] in which the session lives, one function for each open room (look.go), so that keys of the dashboard come between
them and no frame waits for phones. Each takes the Seen of a character out of the loop, no more. Outside of it the parts
of each page are drawn, and the streams of pages that differ are woken. Fragments that are drawn from the same as on the page
before are not drawn again: rows of people, one's own wounds, lines of the log. A stream compares what it has sent with what
there is now, so that one that was slow sends the difference at once, and one without a difference sends nothing. Of a part
that it has sent it sends only what lies between the beginning and the end that have stayed.

# What a device may do

Everybody has the same link, with a code of six letters that changes with the evening. It gives the right to ask for a
character, no more. The game master lets the device in, with [Server.Accept]; then the 128 random bits in its cookie count.
Their SHA-256 is kept with the session's settings, so that undo unseats nobody. A device never sends lines: it sends names
of what it was offered.

# Where to begin

What a page shows more is a field of [players.Seen], told by package players, and a part of a page (page.go, page.html). What a
device may do more is a route (Server.registerRoutes) and a case of a reply (do.go), a name that is looked up among those offered.

# Signals

A question and a turn are shown by the title, by a flash of the frame and, where a phone can, by vibration. There is no
sound: eight phones at one table would each interrupt it, and tell all who hear that this player, and no other, was asked;
and a phone whose screen is off runs no page that could make one.

# Tests

Each row of what is hostile in a network is a test in guard_test.go. browser_test.go plays in a real browser on four screens;
go test ./gm/seats -run Browser -pictures DIR writes the pictures.

The methods that say so must be called within the loop; all others may be called from any goroutine.
*/
package seats
