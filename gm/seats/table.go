package seats

import (
	"cmp"
	"context"
	_ "embed"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"hybrid/gm/players"
)

//go:embed table.html
var tableText string

//go:embed table.css
var tableStyleText string

//go:embed table.js
var tableScriptText string

// tableName is what the screen that all look at is called among the seats.
const tableName = "Table screen"

// tableParts are the parts of its page.
var tableParts = []string{"head", "scene", "here"}

// tableView is what it is drawn from.
type tableView struct {
	view
	Acts []players.Other
}

// Room says how much room each of those who are here has. A long name takes two rows.
func (v *tableView) Room() string {
	n := float64(len(v.Others))
	for _, o := range v.Others {
		if utf8.RuneCountInString(o.Name) > 28 {
			n += 0.5
		}
	}
	switch {
	case n <= 7:
		return "few"
	case n <= 9:
		return "some"
	case n <= 11:
		return "more"
	case n <= 14:
		return "many"
	}
	return "many crowd"
}

// drawTable draws what the screen shows that all look at.
func drawTable(l look) *page {
	p := &page{parts: map[string]template.HTML{}, title: "Hybrid"}
	v := tableView{view: *newView(l.seen)}
	v.As = l.key
	if l.err != nil {
		v.Trouble = "what is known cannot be worked out now; the game goes on without this screen"
	}
	if l.seen != nil {
		p.title, p.pictures = l.seen.Campaign, l.seen.Pictures
		for _, o := range l.seen.Others {
			if o.Acts {
				v.Acts = append(v.Acts, o)
			}
		}
		for _, list := range [][]*players.Other{v.Friends, v.Foes} {
			slices.SortStableFunc(list, func(a, b *players.Other) int { return cmp.Compare(due(a), due(b)) })
		}
	}
	for _, name := range tableParts {
		p.parts[name] = drawnBy(assets().tablePages, "table-"+name, &v)
	}
	p.tell(v.Log, l.before, func(passage *players.Passage) template.HTML {
		return drawnBy(assets().tablePages, "table-passage", passage)
	})
	return p
}

// due is the count at which a combatant acts; one of whom it is not known comes last.
func due(o *players.Other) float64 {
	switch {
	case o.Acts:
		return -1
	case o.Turn == nil:
		return math.MaxFloat64
	}
	return *o.Turn
}

// tableScreen shows the screen that all look at, or asks for the code.
func (s *Server) tableScreen(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	has := false
	for _, seat := range s.seatsOf(r) {
		has = has || seat.Key == players.TableSeat
	}
	s.mu.Unlock()
	if has {
		http.Redirect(w, r, "/seat?as="+url.QueryEscape(players.TableSeat), http.StatusSeeOther)
		return
	}
	s.joinPage(w, r)
}

// picture is a picture that a seat is shown now. Any other is not there, whether there is one or not.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) {
	hash := r.PathValue("hash")
	seat, ok := s.seatOf(r)
	s.mu.Lock()
	room := s.rooms[seat.Key]
	ok = ok && room != nil && room.now != nil && slices.Contains(room.now.pictures, hash)
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.patience)
	defer cancel()
	read, err := inLoop(ctx, s.loop, func() func() ([]byte, string, error) { return players.Picture(s.session.Game(), seat.Key, hash) })
	if err != nil {
		fail(w, http.StatusServiceUnavailable, busyText)
		return
	}
	if read == nil {
		http.NotFound(w, r)
		return
	}
	data, kind, err := read()
	if err != nil {
		fail(w, http.StatusGone, "the picture is gone: ask the game master to show it again")
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pictureTime))
	_, _ = w.Write(data)
}
