package dashboard

import (
	"slices"

	"hybrid/gm/dashboard/draw"
)

// keyBar is the bottom line: the keys of the mode, or a message.
type keyBar struct {
	d    *Dashboard
	hits []barHit
}

// barHit is where a key stands in the bottom line, from one column to another.
type barHit struct {
	from, to int
	binding  *binding
}

// draw draws as many keys as fit, and remembers where they are for the mouse.
func (b *keyBar) draw(c draw.Canvas) {
	b.hits = b.hits[:0]
	if b.d.message.text != "" {
		r := draw.RoleStrong
		if b.d.message.bad {
			r = draw.RoleBad
			c.Text(1, 0, "!", r)
		}
		c.Fit(3, 0, c.W-4, b.d.message.text, r)
		return
	}
	x := 1
	for i := range b.d.bindings {
		k := &b.d.bindings[i]
		if k.mode != b.d.mode() || !b.shows(k) {
			continue
		}
		label := b.label(k)
		need := draw.Width(k.names[0]) + 1 + draw.Width(label)
		if x+need > c.W-1 {
			break
		}
		from := x
		x = c.Text(x, 0, k.names[0], draw.RoleKey)
		x = c.Text(x+1, 0, label, draw.RoleDim) + 2
		if k.run != nil {
			b.hits = append(b.hits, barHit{from, x - 2, k})
		}
	}
}

// click presses the key at a column.
func (b *keyBar) click(x int) {
	for _, h := range b.hits {
		if x >= h.from && x < h.to {
			h.binding.run(b.d)
			return
		}
	}
}

// shows reports whether a key belongs in the bottom line now.
func (b *keyBar) shows(k *binding) bool {
	if k.mode == modeDie && slices.Contains(dieKeys, k.names[0]) {
		return topOverlay[*dialog](b.d).rollOne != nil
	}
	if k.mode != modeList {
		return k.label != ""
	}
	list := topOverlay[*picker](b.d)
	switch k.names[0] {
	case "Space":
		return list.toggle != nil
	case "&":
		return list.second != nil
	case "→":
		return list.adjust != nil || list.turn != nil
	case "+":
		return list.adjust != nil
	case "*":
		return list.favourite != nil || list.choose == nil && list.line != nil && list.toggle == nil
	case "Ctrl-O":
		return list.adjust != nil
	case "%":
		return list.line != nil && b.d.isRolled(list.line())
	case "Ctrl-D":
		return list.inspect != nil && b.d.inspector.Overflows()
	}
	return k.label != ""
}

// label returns the label of a key: undo says what it would take back, Enter whether it carries out the whole.
func (b *keyBar) label(k *binding) string {
	switch {
	case k.mode == modeDesk && k.names[0] == "u":
		if label := b.d.session.UndoLabel(); label != "" && b.d.layout.keys.W >= wideWidth {
			return k.label + " " + draw.Clip(label, b.d.layout.keys.W/6)
		}
	case k.mode == modeList && k.names[0] == "Enter" && topOverlay[*picker](b.d).commit != nil:
		return "do it"
	case k.mode == modeList && k.names[0] == "→" && topOverlay[*picker](b.d).turn != nil:
		return "turn"
	}
	return k.label
}
