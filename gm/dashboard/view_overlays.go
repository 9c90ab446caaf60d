package dashboard

import "hybrid/gm/dashboard/draw"

// The stack of overlays: lists, forms, pages and dialogs above the panels, of which the topmost gets the keys. The prompt can be opened
// above them, and other overlays above the prompt. The desk is the screen with nothing open; the history is the screen while the past is
// shown. This file also shows messages, and runs functions for other goroutines.

// overlay is a list, form, page or dialog open above the panels. It gets the keys of its mode.
type overlay interface {
	mode() mode                      // returns the mode whose keys it gets
	draw(c draw.Canvas, lay *layout) // draws the overlay; c covers the whole screen
	wheel(by int)                    // handles a turn of the mouse wheel, down if by is positive
}

// openOverlay opens an overlay on top of all others.
func (d *Dashboard) openOverlay(o overlay) { d.overlays = append(d.overlays, o) }

// showMessage shows a message until the next key press.
func (d *Dashboard) showMessage(text string) { d.message = bottomLine{text: text} }

// showRefusal shows why something was refused, until the next key press.
func (d *Dashboard) showRefusal(text string) { d.message = bottomLine{text: text, bad: true} }

// showError shows an error until the next key press.
func (d *Dashboard) showError(err error) {
	text, grave := errorText(err) // grave: the program itself failed
	if grave {
		text = "nothing happened: " + text
	}
	d.message = bottomLine{text: text, bad: true}
}

// mode returns the mode whose keys work now: that of the prompt or of the overlay on top, otherwise that of the history or the desk.
func (d *Dashboard) mode() mode {
	switch top := d.overlayOnTop(); {
	case d.isTyping():
		return modePrompt
	case top != nil:
		return top.mode()
	case d.isInPast():
		return modePast
	}
	return modeDesk
}

// isTyping reports whether the prompt gets the keys: it is open, and no overlay was opened after it.
func (d *Dashboard) isTyping() bool { return d.prompt.isOpen && len(d.overlays) <= d.prompt.below }

// overlayOnTop returns the overlay that gets the keys, or nil if there is none or the prompt gets them.
func (d *Dashboard) overlayOnTop() overlay {
	if n := len(d.overlays); n > 0 && !d.isTyping() {
		return d.overlays[n-1]
	}
	return nil
}

// IsBusy reports whether an overlay or the prompt is open, or the keys wait for work, so that changed rules must not be loaded now.
func (d *Dashboard) IsBusy() bool { return len(d.overlays) > 0 || d.prompt.isOpen || d.isWaiting() }

// isWaiting reports whether the keys wait for work or for a side played by its tactics.
func (d *Dashboard) isWaiting() bool { return d.awaited.job != 0 || d.awaited.side != nil }

// Post runs do in the event loop, between two key presses, and then draws a frame. All changes made outside the event loop must go through
// Post. Call it from a goroutine other than Run's, never from a key's function.
func (d *Dashboard) Post(do func()) {
	select {
	case <-d.ended:
	default:
		d.inLoop(do)
	}
}

// closeInspector clears the inspector, unticks all combatants, focuses the table of combatants, and scrolls the log to its newest entry.
func (d *Dashboard) closeInspector() {
	d.inspector.content, d.ticked = inspectorContent{}, nil
	d.focus = focusCombatants
	d.log.scrollToNewest()
	d.inspector.ScrollToTop()
}

// selectKey selects the combatant with the given actor key, and clears the inspector, so that it shows that combatant.
func (d *Dashboard) selectKey(key string) {
	d.selected, d.inspector.content = key, inspectorContent{}
	d.inspector.ScrollToTop()
}

// topOverlay returns the overlay on top, which must be of type T.
func topOverlay[T overlay](d *Dashboard) T { return d.overlays[len(d.overlays)-1].(T) }
