/*
Package dashboard shows a session on a terminal and turns keys and typed lines into its commands. It knows no rule of
the game and keeps none of its state: what is drawn is asked of the session for every frame, and the only way to act is
a line for gm.Session.Do, the same that could be typed at the prompt.

# Parts

[Dashboard] is the frame around everything else: it carries out keys and lines (dashboard.go, mouse.go), lays out the
screen (layout.go) and draws it (frame.go). It owns the overlays, the prompt and the message in the bottom line.

A view (view.go, wording.go, previews.go) is what all parts are given: the session, the moment and the combatant that are
looked at, what lines would do, and the words for it. It is read, never acted on.

A panel draws one rectangle from the view and owns its cursor and its scrolling, nothing else: timeline.go, or queue.go
where there are few rows, or rounds.go in a game of rounds, combatants.go, whose last column is put together in state.go, inspector.go, log.go. On a
narrow screen there is no inspector: what is chosen is shown in a few rows above its list (brief.go). titlebar.go and
keybar.go are the first and the last line; progress.go has that one while something takes long. sides.go says how sides are told apart.

Pages (pages.go, and a file for each large one: entry.go, preview.go, odds.go, changes.go, sheet.go, summary.go, why.go)
are text for the inspector or the whole screen, written from the view alone.

An overlay lies over the panels and gets the keys: a picker to choose from, a dialog for a number, a pageView to read, a
planView to accept a change of the past, a noticesView to acknowledge. The composer (compose.go, favourites.go), the
menus (menus.go), the palette (palette.go) and a question of the session (question.go, answerlist.go) fill them. They act, so they hold
the dashboard.

pastMoment (past.go) is a look at the history, from which entries are amended.

# The life of a key

Dashboard.press looks the key up in the bindings of its mode and runs it. Say it opens the composer: Dashboard.push adds
its picker; Enter there calls Dashboard.do with the line composed so far; Dashboard.run gives it to the session. If the
session needs an answer or a die, it has a question, which the dashboard shows and replies to; shownQuestion.follow
closes one that was settled elsewhere. Then Dashboard.Draw draws the next frame from what the session has become.

# Floors

A function, a method or a value refers to those of its own floor or of a lower one; TestFloors (rules/floors_test.go) holds
that. Types are one data model, and may stand anywhere. Lowest floor first:

	1  view.go state.go wording.go combatants.go sidecolumns.go tablecolumns.go log.go queue.go distance.go rounds.go
	1  timeline.go sides.go layout.go initiative.go previews.go match.go modes.go overlays.go  view
	2  pages.go pageview.go entry.go brief.go sheet.go why.go rule.go inspector.go odds.go preview.go notes.go changes.go  page
	3  dialog.go form.go picker.go ticklist.go texteditor.go question.go answerlist.go answeroptions.go die.go hurt.go
	3  tactic.go newcomer.go hours.go knowledge.go compose.go favourites.go menus.go notices.go progress.go waiting.go
	3  encounter.go simulate.go prompt.go flow.go briefing.go summary.go rollinitiative.go  ask
	4  palette.go builder.go builderview.go past.go plan.go follow.go seats.go advice.go tray.go  mode
	5  dashboard.go frame.go mouse.go keys.go keybar.go turnkeys.go help.go titlebar.go lookup.go  desk

# Where to begin

A new key is an entry in one of the functions that builtInBindings joins (keys.go); the bottom line and the help follow
from it. If it opens a list, the list is a method of menus. A new verb of the prompt that only shows something is a case
of Dashboard.runLookup; all others belong to the session and need nothing here.

A new page is a method of pages; Dashboard.showPage opens it over the panels, with the keys of pages. A new screen of another
kind is a type with the three methods of overlay, in a file of its own, opened with Dashboard.push. It has a mode of its own
in keys.go: a constant, a name in modeNames, and its keys, at least Esc for Dashboard.close; those of a mode that is there
take its screen to be of that mode's type. A new panel is a type that embeds *view, a
rectangle of layout and a call in Dashboard.drawPanels.

The frames in testdata are drawn from a real session: the campaign beside them, played by the lines of warehouse.txt.
UPDATE=1 go test draws them anew; read the difference.

Except for [Dashboard.Post], a Dashboard is not safe for concurrent use: it belongs to the goroutine of [Dashboard.Run].
*/
package dashboard
