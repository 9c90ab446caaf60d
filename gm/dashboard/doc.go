/*
Package dashboard shows a session on a terminal and turns keys and typed lines into its commands. It knows no rule of
the game and keeps none of its state: every frame is drawn from the session, and the only way to act is a line, the text of a
command as it could be typed at the prompt, which is passed to gm.Session.Do.

# Parts

[Dashboard] is the frame around everything else: it carries out keys and lines (dashboard.go, desk_mouse.go), lays out the
screen (view_layout.go) and draws it (desk_frame.go). It owns the overlays, the prompt and the message in the bottom line.

A view (view.go, view_wording.go, view_previews.go) is shared by all parts: the session, the moment and the combatant that are
shown, the effects of lines, and the words for them. Parts only read it.

A panel draws one rectangle from the view and owns its cursor and its scrolling, nothing else. The panels are the timeline
(view_timeline.go) or, if there are few rows, the queue (view_queue.go); the table of combatants (view_combatants.go), whose last column
is formatted in view_state.go; the inspector (page_inspector.go); and the log (view_log.go). In a game in rounds, in which sides take
turns, columns of the sides (view_sidecolumns.go) replace the timeline and the table. On a narrow screen there is no inspector: the effect
of a choice is shown in a few rows above its list (page_brief.go). While no one takes turns, view_rest.go shows coming events instead of
the timeline, and the page of the scene (page_notes.go) is next to the combatants. desk_titlebar.go draws the first line and
desk_keybar.go the last one, which ask_progress.go replaces during long work. view_sides.go distinguishes the sides.

Pages (page_actor.go, and a file for each large one: page_entry.go, page_preview.go, page_odds.go, page_changes.go, page_sheet.go,
menu_summary.go, page_why.go) are text for the inspector or the whole screen, written from the view alone.

An overlay covers the panels and gets the keys: a picker to choose from, a dialog for a number, a pageView to read, a
planView to accept a change of the past, a noticesView to acknowledge. The composer (menu_compose.go, menu_favourites.go), the
menus (menu.go), the palette (mode_palette.go) and a question of the session (ask_question.go, ask_answerlist.go) fill them. They act,
so they hold the dashboard.

pastMoment (mode_past.go) is a look at the history, from which entries are amended. forecast (mode_chances.go) follows the last
fight and lets gm/analysis compute each side's chance to win, on copies of the session; view_chances.go and page_chances.go show it.

# The life of a key

Dashboard.handleKey looks the key up in the bindings of its mode and runs it. If it opens the composer, Dashboard.openOverlay adds
its picker; Enter there calls Dashboard.doLine with the line composed so far; Dashboard.runCommand passes it to the session. If the
session needs an answer or a die, it has a question, which the dashboard shows and replies to; shownQuestion.followQuestion
closes one that was settled elsewhere. Then Dashboard.Draw draws the next frame from the new state of the session.

Long work runs in another goroutine, and its result is applied between two keys (ask_beside.go): keys keep working meanwhile
after Dashboard.computeLater, and wait after Dashboard.computeAndWait, which Esc stops. Other goroutines change the dashboard only through
Dashboard.Post. Tests do, too: they run posted functions between two keys, as the loop of Run does.

# Floors

A function, a method or a value refers only to others on its own floor or a lower one; TestFloors (cmd/hybrid/floors_test.go) checks
this. Types form one data model and can be in any file. The lowest floor is first:

	1  view.go view_*.go  the panels and their words; the stack of overlays; modes and keys as data
	2  page_*.go  text for the inspector or the whole screen
	3  ask_*.go  lists, forms, dialogs, the prompt, questions of the session; execution of a line (ask_flow.go)
	3  menu.go menu_*.go  the lists opened by keys
	4  mode_*.go  palette, builder, past, plan, seats, advice
	5  dashboard.go desk_*.go  keys, mouse, the frame, help, read-only commands

# Where to begin

A new key is an entry in one of the functions that builtInBindings joins (desk_keys.go); the bottom line and the help follow
from it. If it opens a list, the list is a method of menus. A new verb of the prompt that only shows something is a case
of Dashboard.runLookup; all others belong to the session and need nothing here.

A new page is a method of pages; Dashboard.showPage opens it over the panels, with the keys of pages. A new screen of another
kind is a type with the three methods of overlay, in a file of its own, opened with Dashboard.openOverlay. It needs a mode of its own, since
the keys of an existing mode assume that the overlay has that mode's type: a constant and a name in modeNames (view_modes.go), and keys in
desk_keys.go, at least Esc for Dashboard.closeOverlay. A new panel is a type that embeds *view, a rectangle of layout and a call in
Dashboard.drawPanels.

The frames in testdata are drawn from a real session: the campaign in the same folder, played with the lines of warehouse.txt.
UPDATE=1 go test draws them again; read the difference.

Except for [Dashboard.Post], a Dashboard is not safe for concurrent use: it belongs to the goroutine of [Dashboard.Run].
*/
package dashboard
