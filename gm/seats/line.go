package seats

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hybrid/gm"
	"hybrid/gm/players"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Lines of the game master's prompt about seats, and the replies to them. The loop ([Loop]) runs functions in the goroutine that the
// session belongs to.

// Verb is the verb of lines about seats.
const Verb = "seats"

// LineWords are the words after the verb, each with a description.
var LineWords = [][2]string{{"accept", "admit a player, by number, or all"}, {"decline", "reject a player, by number, or all"},
	{"revoke", "withdraw a player's seat"}, {"link", "create a link to the table screen, for spectators"},
	{"take", "carry out a proposal"}, {"refuse", "refuse a proposal, with the reason"}, {"auto", "carry out a player's proposals automatically"}}

// Warning is the security warning for the game master who opens the seats.
const Warning = "Plain HTTP: everyone on this network can read this."

// RunLine executes the words after the verb of a line, and returns the reply. Without words it returns the current state; `accept` and
// `decline` take a number, a name or all, `revoke` a character or all; for others see [ProposalLine]. It must be called within the loop.
func (s *Server) RunLine(rest string) (lines []string, err error) {
	verb, who, _ := strings.Cut(strings.TrimSpace(rest), " ")
	who = strings.TrimSpace(who)
	if lines, isProposal, err := ProposalLine(s.session, s.options, rest); isProposal {
		return lines, err
	}
	switch verb {
	case "":
		return s.statusText(), nil
	case "accept", "decline":
		if who == "all" {
			for _, a := range s.JoinRequests() {
				text, err := s.RunLine(fmt.Sprint(verb, " ", a.ID))
				if lines = append(lines, text...); err != nil {
					return lines, err
				}
			}
			if len(lines) > 0 {
				return lines, nil
			}
		}
		a, err := s.findJoinRequest(who)
		if err != nil {
			return nil, err
		}
		if verb == "decline" {
			s.Decline(a.ID)
			return []string{a.Player + " wasn't admitted."}, nil
		}
		if err := s.Accept(a.ID); err != nil {
			return nil, err
		}
		text := fmt.Sprintf("%s joined as %s", a.Player, a.Character)
		s.mu.Lock()
		if n := len(s.charactersOfPlayer(a.Key)) - 1; n > 0 {
			text += fmt.Sprintf(", and %d more characters of the same player", n)
		}
		s.mu.Unlock()
		return []string{text + "."}, nil
	case "link":
		return s.createSpectatorLink()
	case "revoke":
		return s.revokeSeats(who)
	}
	return nil, message.NotA(Verb+" "+rest, "a command",
		"Choose: seats, seats accept NUMBER|all, seats decline NUMBER, seats revoke NAME|all, seats link, seats take NAME, seats refuse NAME WHY, seats auto NAME")
}

// findJoinRequest returns the request to join with the given number, or of the player or for the character of that name. If number is
// empty, it returns the only one.
func (s *Server) findJoinRequest(number string) (JoinRequest, error) {
	list := s.JoinRequests()
	if number == "" && len(list) == 1 {
		return list[0], nil
	}
	id, _ := strconv.ParseInt(number, 10, 64)
	var matching []JoinRequest // requests for the character, or by the player, of that name
	for _, a := range list {
		if a.ID == id {
			return a, nil
		}
		if message.SameName(a.Character, number) || message.SameName(a.Player, number) {
			matching = append(matching, a)
		}
	}
	if len(matching) == 1 {
		return matching[0], nil
	}
	if len(list) == 0 {
		return JoinRequest{}, fmt.Errorf("No player asks to join.")
	}
	return JoinRequest{}, fmt.Errorf("Several players ask to join. Choose a number: %s.", strings.Join(joinRequestTexts(list), "; "))
}

// joinRequestTexts returns a line for each request for a seat: the number and the text.
func joinRequestTexts(list []JoinRequest) (texts []string) {
	return collect.Map(list, func(a JoinRequest) string { return fmt.Sprintf("%d %s", a.ID, a.Text()) })
}

// Text says which player asks for which character.
func (a JoinRequest) Text() string {
	if a.Key == players.TableSeat {
		return a.Player + " asks for the " + players.MidSentence(a.Character)
	}
	return a.Player + " asks for " + a.Character
}

// revokeSeats runs the line `revoke`.
func (s *Server) revokeSeats(who string) ([]string, error) {
	if who == "all" {
		who = ""
	} else if key, err := s.seatedKey(who); err != nil {
		return nil, err
	} else if who = key; who == "" {
		return nil, message.Missing("Name a player's character", "seats revoke NAME, or seats revoke all")
	}
	n, err := s.Revoke(who)
	if err != nil {
		return nil, err
	}
	if n == 1 {
		return []string{"1 device has lost its seat."}, nil
	}
	return []string{fmt.Sprintf("%d devices have lost their seats.", n)}, nil
}

// seatedKey returns the key of a character with seats, by key or name, or "" if there is none.
func (s *Server) seatedKey(who string) (string, error) {
	if who == "" {
		return "", nil
	}
	list := s.ListSeated()
	i, err := message.FindNamed(who, len(list), func(i int) (string, string) { return list[i].Key, list[i].Character })
	if i < 0 {
		return "", err
	}
	return list[i].Key, nil
}

// statusText lists the addresses of the open seats, the waiting devices and the admitted ones.
func (s *Server) statusText() []string {
	lines := []string{s.URL() + "  code " + s.Code(), Warning}
	if s.options.BehindProxy {
		lines = lines[:1]
	}
	s.mu.Lock()
	if wait := s.wrongCodes.all.silentUntil.Sub(s.options.Clock()); wait > 0 {
		lines = append(lines, fmt.Sprintf("Too many wrong codes. New devices can join in %.0f s.", math.Ceil(wait.Seconds())))
	}
	s.mu.Unlock()
	lines = append(lines, joinRequestTexts(s.JoinRequests())...)
	ready, proposals := s.ReadyKeys(), s.session.Proposals()
	for _, seated := range s.ListSeated() {
		text := seated.Character + ": " + seated.Text(s.options.Clock())
		if slices.Contains(ready, seated.Key) {
			text += ", ready"
		}
		if all, left := gm.CountDiceAhead(s.session, seated.Key); all > 0 {
			text += fmt.Sprintf(", %d of %d dice rolled ahead are left", left, all)
		}
		if seated.Key != players.TableSeat && proposals.IsAutomatic(seated.Key, s.options.Auto) {
			text += ", auto"
		}
		lines = append(lines, text)
	}
	lines = append(lines, collect.Map(proposals.List(), func(p gm.Proposal) string { return DescribeProposal(s.session, &p) })...)
	return lines
}

// Text returns the player of a character, the number of devices, and the time of the last contact.
func (c SeatedCharacter) Text(now time.Time) string {
	text := strings.Join(c.Players, ", ")
	if c.Devices > 1 {
		text += fmt.Sprintf(", %d devices", c.Devices)
	}
	switch away := now.Sub(c.Last); {
	case c.Open > 0: // a page is open now
	case c.Last.IsZero():
		text += ", not here yet"
	case away < time.Minute:
		text += ", away since just now"
	default:
		text += fmt.Sprintf(", away for %d min", int(away.Minutes()))
	}
	return text
}
