package dashboard

import (
	"slices"
	"strings"
	"time"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/players"
	"hybrid/gm/seats"
	"hybrid/rules/collect"
)

// The players' phones: opening seats, admitting devices, and handling the players' requests between key presses. A seat is the view of
// one player's character, which an HTTP server shows on the player's phone. A proposal is a line that a player enters on the phone. The
// game master approves proposals, except those of players whose proposals are carried out automatically.

// phones opens and shows the players' seats. It also implements seats.Loop, through which the server reaches the session.
type phones struct {
	d       *Dashboard
	options seats.Options // settings from the command line; seatOptions adds the functions that carry out commands
	server  *seats.Server // the seats' server; nil while they are closed
}

// Post runs do in the event loop, between two key presses, without drawing a frame. It implements seats.Loop.
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
	options.RunForSeat = func(do func(*gm.Session) (gm.Entry, error)) (gm.Entry, error) {
		defer options.Notify() // draw a frame, which Post doesn't
		return RunExternal(l.d, do)
	}
	options.Notify = func() { go l.d.Post(func() {}) }
	return options
}

// carryOutProposals carries out players' proposals that need no confirmation, and checks for which all players have rolled. It does nothing
// while something is being asked or typed.
func (l *phones) carryOutProposals() {
	if l.d.IsBusy() || l.d.isInPast() || len(l.d.session.Proposals().List())+len(l.d.session.Asks()) == 0 {
		return
	}
	texts, err := seats.CarryOutDue(l.d.session, l.seatOptions())
	switch {
	case err != nil:
		l.d.showError(err)
	case len(texts) > 0:
		l.d.showMessage("done automatically: " + strings.Join(texts, " · "))
	}
}

// openSeats opens the players' seats at the network address addr or, if it is "", at the address of the options or in the only private
// network. It reports whether they are open; otherwise it shows the reason.
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

// openAtStart opens the players' seats and their list when the program starts. The questions that are asked already, such as who takes part,
// stay on top of the list, since players choose among these characters.
func (l *phones) openAtStart() {
	overlays := l.d.overlays
	first := slices.IndexFunc(overlays, func(o overlay) bool { _, isList := o.(*picker); return isList })
	if first < 0 {
		first = len(overlays)
	}
	l.d.overlays = slices.Clone(overlays[:first])
	l.runSeatsLine("") // the verb without words opens them
	l.d.overlays = append(l.d.overlays, overlays[first:]...)
}

// closeSeats closes the players' seats, if they are open.
func (l *phones) closeSeats() {
	if l.server != nil {
		l.server.Close()
		l.server = nil
	}
}

// runSeatsLine runs a line of the verb `seats`; words are the rest of the line. If the seats are closed, it first opens them at the
// address words. Without an address, it asks which network the players are in if there are several. Without words it shows the list of
// seats.
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
				l.openNetworkMenu(list)
				return
			}
		}
		if !l.openSeats(words) {
			return
		}
		verb, words = "", ""
	}
	texts, err := l.server.RunLine(words)
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

// openNetworkMenu asks in which of the networks in list to open the seats.
func (l *phones) openNetworkMenu(list []seats.Network) {
	var items []listItem
	for _, n := range list {
		line := seats.Verb + " " + n.Addr.String()
		items = append(items, listItem{name: n.Name, label: n.Addr.String(), hint: n.Name, line: line, run: func() { l.d.closeOverlay(); l.runSeatsLine(n.Addr.String()) }})
	}
	l.d.openOverlay(&picker{title: "Which network are the players in?", load: func() []listItem { return items }, fixed: true})
}

// showSeats opens the list of the seats, with a QR code of their address next to it: devices that ask for admission, admitted ones, and
// how each player's proposals are handled. Enter carries out the change offered by the current row.
func (l *phones) showSeats() {
	server := l.server
	if server == nil {
		return
	}
	l.d.openOverlay(&picker{title: "Seats", leftLines: func() []string { return l.qrRows(server.Link()) },
		header: func() []draw.PageLine {
			return []draw.PageLine{{Left: server.URL(), Right: "code " + server.Code(), Role: draw.RoleStrong}, {Left: seats.Warning, Role: draw.RoleDim}}
		},
		load: func() []listItem { return l.seatItems(server) }, empty: "No one is waiting to join yet."})
}

// seatItems returns the rows of the list of seats.
func (l *phones) seatItems(server *seats.Server) (list []listItem) {
	add := func(group, label, hint, rest string) { // adds a row for the line with rest after its verb
		list = append(list, listItem{name: rest, label: label, hint: hint, group: group, line: seats.Verb + " " + rest, run: func() { l.runServerLine(server, rest) }})
	}
	for _, a := range server.JoinRequests() {
		number := draw.Tenths(float64(a.ID))
		add("waiting to join: Enter admits", a.Text(), a.From, "accept "+number)
		add("waiting to join: Enter admits", "not "+a.Player, "", "decline "+number)
	}
	seated := server.ListSeated()
	if len(list) == 0 && len(seated) > 0 { // the row under the cursor must not remove a device if Enter is pressed once too often
		list = append(list, listItem{name: "back", label: "No one is waiting to join. Back to the table", run: l.d.closeOverlay})
	}
	for _, char := range seated {
		add("admitted: Enter removes the device", char.Character, char.Text(time.Now()), "revoke "+char.Key)
	}
	if len(seated) > 1 {
		add("admitted: Enter removes the device", "all of them", "", "revoke all")
	}
	for _, char := range seated {
		if char.Key == players.TableSeat { // the table screen makes no proposals
			continue
		}
		sign := "waits for your approval: "
		if l.d.session.Proposals().IsAutomatic(char.Key, l.options.Auto) {
			sign = "carried out at the turn: "
		}
		add("proposals: Enter switches", sign+char.Character, "", "auto "+char.Key)
	}
	if len(seated) > 0 {
		sign := collect.Choose(l.d.session.Proposals().PlayersRollChecks(), "rolled by players at rest: checks", "waits for your approval: checks at rest")
		add("proposals: Enter switches", sign, "", "auto "+gm.AutoChecks)
	}
	return list
}

// runServerLine has the server carry out a line about its seats, and shows the reply. words are the line without its verb.
func (l *phones) runServerLine(server *seats.Server, words string) {
	texts, err := server.RunLine(words)
	if err != nil {
		l.d.showRefusal(err.Error())
		return
	}
	l.d.showMessage(strings.Join(texts, " · "))
}

// qrRows returns the rows of the QR code for text. For the light theme it inverts them, so that the code's dark cells are dark on the
// screen.
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

// titleNote returns the note about phones for the title bar: a player's request for admission, or else the numbers of players who are
// connected, away and ready. It returns "" while the seats are closed.
func (l *phones) titleNote() string {
	if l.server == nil {
		return ""
	}
	if list := l.server.JoinRequests(); len(list) > 0 {
		return "J: " + list[0].Text()
	}
	open, away := 0, 0 // numbers of seats whose page is open now, and of seats whose page was open earlier
	for _, seated := range l.server.ListSeated() {
		if seated.Key == players.TableSeat {
			continue
		}
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
