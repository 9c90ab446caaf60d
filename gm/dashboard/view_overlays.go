package dashboard

import "hybrid/gm/dashboard/draw"

// overlay is a list, form, page or dialog open over the panels. It gets the keys of its mode.
type overlay interface {
	mode() mode
	draw(c draw.Canvas, at *layout) // draws it on the canvas of the whole screen
	wheel(by int)                   // handles a turn of the mouse wheel, down if by is positive
}

// push opens an overlay on top of all others.
func (d *Dashboard) push(o overlay) { d.overlays = append(d.overlays, o) }

// say shows a message until the next key.
func (d *Dashboard) say(text string) { d.message = bottomLine{text: text} }

// refuse shows why something cannot be done until the next key.
func (d *Dashboard) refuse(text string) { d.message = bottomLine{text: text, bad: true} }

// warn shows an error until the next key.
func (d *Dashboard) warn(err error) {
	text, grave := errorText(err)
	if grave {
		text = "nothing happened: " + text
	}
	d.message = bottomLine{text: text, bad: true}
}

// mode returns the mode of the prompt or the overlay on top, or else of the past or the desk.
func (d *Dashboard) mode() mode {
	switch top := d.top(); {
	case d.typing():
		return modePrompt
	case top != nil:
		return top.mode()
	case d.inPast():
		return modePast
	}
	return modeDesk
}

// typing reports whether the prompt gets the keys: it is open, and no overlay was opened after it.
func (d *Dashboard) typing() bool { return d.prompt.active && len(d.overlays) <= d.prompt.below }

// top returns the overlay that gets the keys, or nil if there is none or the prompt was opened after it.
func (d *Dashboard) top() overlay {
	if n := len(d.overlays); n > 0 && !d.typing() {
		return d.overlays[n-1]
	}
	return nil
}

// Busy reports whether something is being asked or typed, so that other rules must not be loaded now.
func (d *Dashboard) Busy() bool { return len(d.overlays) > 0 || d.prompt.active || d.waiting() }

// waiting reports whether the keys wait for work or for a side played by its tactics.
func (d *Dashboard) waiting() bool { return d.awaited.working != 0 || d.awaited.side != nil }

// Post queues do, which runs between two keys and is followed by a frame. It is the only way in for anything that happens outside; call
// it from another goroutine than Run's, never from a key.
func (d *Dashboard) Post(do func()) {
	select {
	case <-d.ended:
	default:
		d.inLoop(do)
	}
}

// closeInspector clears the inspector and the ticks, and focuses the combatants.
func (d *Dashboard) closeInspector() {
	d.inspector.content, d.ticked = inspected{}, nil
	d.focus = focusCombatants
	d.log.newest()
	d.inspector.Home()
}

// selectKey selects a combatant; the inspector follows.
func (d *Dashboard) selectKey(key string) {
	d.selected, d.inspector.content = key, inspected{}
	d.inspector.Home()
}

// topOverlay returns the overlay on top, which must be of type T.
func topOverlay[T overlay](d *Dashboard) T { return d.overlays[len(d.overlays)-1].(T) }
