package dashboard

import (
	"strings"
	"time"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/players"
	"hybrid/gm/seats"
	"hybrid/rules/collect"
)

// The players' phones: opening seats, admitting devices, and handling their requests between key presses.

// phones holds the players' seats as the dashboard opens and shows them. It is also the loop that they run on.
type phones struct {
	d       *Dashboard
	options seats.Options // settings as the program got them; see phones.seatOptions
	server  *seats.Server // nil while the seats are closed
}

// Post runs do between two key presses. A request from the seats doesn't cause a frame.
func (l *phones) Post(do func()) {
	select {
	case <-l.d.ended:
	default:
		l.d.app.QueueUpdate(func() { do(); l.carryOutProposals() })
	}
}

// seatOptions returns the options with which the seats are opened: their commands go through the dashboard.
func (l *phones) seatOptions() seats.Options {
	options := l.options
	options.Outside = func(do func(*gm.Session) (gm.Entry, error)) (gm.Entry, error) {
		defer options.Notify() // otherwise it would not be seen
		return RunExternal(l.d, do)
	}
	options.Notify = func() { go l.d.Post(func() {}) }
	return options
}

// carryOutProposals carries out players' proposals that need no confirmation, unless something is being asked or typed.
func (l *phones) carryOutProposals() {
	if l.d.Busy() || l.d.isInPast() || len(l.d.session.Proposals().List())+len(l.d.session.Asks()) == 0 {
		return
	}
	texts, err := seats.GoThrough(l.d.session, l.seatOptions())
	switch {
	case err != nil:
		l.d.showError(err)
	case len(texts) > 0:
		l.d.showMessage("done automatically: " + strings.Join(texts, " · "))
	}
}

// openSeats opens the players' seats at the address addr or, if it is "", in the only private network. It reports whether they are open.
func (l *phones) openSeats(addr string) bool {
	options := l.seatOptions()
	if addr != "" {
		options.Addr = addr
	}
	server, err := seats.Open(l.d.session, l, options)
	if err != nil {
		l.d.showRefusal(err.Error())
		return false
	}
	l.server = server
	return true
}

// closeSeats closes the players' seats, if they are open.
func (l *phones) closeSeats() {
	if l.server != nil {
		l.server.Close()
		l.server = nil
	}
}

// runSeatsLine runs the words after `seats` in a line.
func (l *phones) runSeatsLine(words string) {
	verb, _, _ := strings.Cut(words, " ")
	if texts, isProposal, err := seats.ProposalLine(l.d.session, l.seatOptions(), words); isProposal {
		if err != nil {
			l.d.showError(err)
			return
		}
		l.d.prompt.close()
		l.d.showMessage(strings.Join(texts, " · "))
		return
	}
	switch {
	case words == "close":
		l.closeSeats()
		l.d.prompt.close()
		l.d.showMessage("The seats are closed. Admitted devices can return when they reopen.")
		return
	case l.server == nil:
		if words == "" && l.options.Addr == "" {
			if list, err := seats.Networks(); err == nil && len(list) > 1 {
				l.d.prompt.close()
				l.networkMenu(list)
				return
			}
		}
		if !l.openSeats(words) {
			return
		}
		verb, words = "", ""
	}
	texts, err := l.server.Line(words)
	if err != nil {
		l.d.showRefusal(err.Error())
		return
	}
	l.d.prompt.close()
	if verb == "" {
		l.showSeats()
		return
	}
	l.d.showMessage(strings.Join(texts, " · "))
}

// networkMenu asks in which network to open the seats.
func (l *phones) networkMenu(list []seats.Network) {
	var items []listItem
	for _, n := range list {
		line := seats.Verb + " " + n.Addr.String()
		items = append(items, listItem{name: n.Name, label: n.Addr.String(), hint: n.Name, line: line, run: func() { l.d.closeOverlay(); l.runSeatsLine(n.Addr.String()) }})
	}
	l.d.openOverlay(&picker{title: "Which network are the players in?", load: func() []listItem { return items }, fixed: true})
}

// showSeats shows the addresses of the seats, the devices that ask for admission, and the admitted ones.
func (l *phones) showSeats() {
	server := l.server
	if server == nil {
		return
	}
	runLine := func(rest string) func() {
		return func() {
			texts, err := server.Line(rest)
			if err != nil {
				l.d.showRefusal(err.Error())
				return
			}
			l.d.showMessage(strings.Join(texts, " · "))
		}
	}
	add := func(list *[]listItem, group, label, hint, rest string) {
		*list = append(*list, listItem{name: rest, label: label, hint: hint, group: group, line: seats.Verb + " " + rest, run: runLine(rest)})
	}
	l.d.openOverlay(&picker{title: "Seats", leftLines: func() []string { return l.qrRows(server.Link()) },
		header: func() []draw.PageLine {
			return []draw.PageLine{{Left: server.URL(), Right: "code " + server.Code(), Role: draw.RoleStrong}, {Left: seats.Warning, Role: draw.RoleDim}}
		},
		load: func() (list []listItem) {
			for _, a := range server.JoinRequests() {
				number := draw.Tenths(float64(a.ID))
				add(&list, "waiting to join: Enter admits", a.Text(), a.From, "accept "+number)
				add(&list, "waiting to join: Enter admits", "not "+a.Player, "", "decline "+number)
			}
			seated := server.ListSeated()
			if len(list) == 0 && len(seated) > 0 { // an accidental second Enter must not revoke anything
				list = append(list, listItem{name: "back", label: "No one is waiting to join. Back to the table", run: l.d.closeOverlay})
			}
			for _, char := range seated {
				add(&list, "admitted: Enter removes the device", char.Character, char.Text(time.Now()), "revoke "+char.Key)
			}
			if len(seated) > 1 {
				add(&list, "admitted: Enter removes the device", "all of them", "", "revoke all")
			}
			for _, char := range seated {
				if char.Key == players.TableSeat { // it makes no proposals
					continue
				}
				sign := "waits for your approval: "
				if l.d.session.Proposals().Auto(char.Key, l.options.Auto) {
					sign = "carried out at the turn: "
				}
				add(&list, "proposals: Enter switches", sign+char.Character, "", "auto "+char.Key)
			}
			if len(seated) > 0 {
				sign := collect.Choose(l.d.session.Proposals().Checks(), "rolled by players at rest: checks", "waits for your approval: checks at rest")
				add(&list, "proposals: Enter switches", sign, "", "auto "+gm.AutoChecks)
			}
			return list
		}, empty: "No one is waiting to join yet."})
}

// qrRows returns the rows of a QR code, inverted for a light theme, so that its dark cells are dark on the screen.
func (l *phones) qrRows(text string) []string {
	rows := seats.QR(text)
	if l.d.themes[l.d.theme].Name == "light" {
		invert := strings.NewReplacer("█", " ", " ", "█", "▀", "▄", "▄", "▀")
		for i := range rows {
			rows[i] = invert.Replace(rows[i])
		}
	}
	return rows
}

// titleNote returns the title bar's note that a player asks for admission, or the number of players on phones.
func (l *phones) titleNote() string {
	if l.server == nil {
		return ""
	}
	if list := l.server.JoinRequests(); len(list) > 0 {
		return "J: " + list[0].Text()
	}
	open, away := 0, 0
	for _, seated := range l.server.ListSeated() {
		if open += min(1, seated.Open); seated.Open == 0 && !seated.Last.IsZero() {
			away++
		}
	}
	if open+away == 0 {
		return "seats open"
	}
	text := draw.Tenths(float64(open)) + " on phones"
	if away > 0 {
		text += ", " + draw.Tenths(float64(away)) + " away"
	}
	if n := len(l.server.ReadyKeys()); n > 0 {
		text += ", " + draw.Tenths(float64(n)) + " ready"
	}
	return text
}
