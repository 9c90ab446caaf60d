package seats

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Lines of the game master's prompt about players' proposals, which accept or refuse them by name. They also work without open seats. The
// loop ([Loop]) runs functions in the goroutine that the session belongs to. A seat is the right of a device to play one character.

// ProposalName returns the text that identifies a proposal in a line: the key of its character and, if that character has several
// proposals, its number.
func ProposalName(s *gm.Session, proposal *gm.Proposal) string {
	return characterLabel(s, proposal, proposal.By)
}

// DescribeProposal describes a player's proposal, with the name of the character.
func DescribeProposal(s *gm.Session, proposal *gm.Proposal) string {
	return characterLabel(s, proposal, actorName(s, proposal.By)) + ": " + s.Proposals().Describe(proposal)
}

// characterLabel returns a name for the character of a proposal, with the number of the proposal if the character has several.
func characterLabel(s *gm.Session, proposal *gm.Proposal, name string) string {
	if len(s.Proposals().ProposalsBy(proposal.By)) < 2 {
		return name
	}
	return fmt.Sprintf("%s %d", name, proposal.Number)
}

// actorName returns the name of the actor with the given key, or the key itself if there is no such actor.
func actorName(s *gm.Session, key string) string {
	if a := s.State().FindAnywhere(key); a != nil {
		return a.Name
	}
	return key
}

// ProposalLine carries out the words after the verb of a line about proposals: take NAME, refuse NAME WHY, or auto with a name, all or
// nobody. isProposal reports whether the line is one of these. It must be called within the loop; the seats need not be open.
func ProposalLine(s *gm.Session, o Options, rest string) (lines []string, isProposal bool, err error) {
	verb, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	switch verb {
	case "take", "refuse":
		proposal, why, err := findProposal(s, strings.TrimSpace(rest))
		if err != nil {
			return nil, true, err
		}
		text := DescribeProposal(s, &proposal)
		if verb == "take" && why != "" { // such as a number that none of the character's proposals has
			return nil, true, fmt.Errorf("No proposal “%s”. Choose: %s.", rest, describeProposals(s))
		}
		if verb == "refuse" {
			if err := s.Proposals().Decline(proposal.ID, why); err != nil {
				return nil, true, err
			}
			return []string{text + " is refused"}, true, nil
		}
		if err := o.carryOutProposal(s, &proposal); err != nil {
			return nil, true, err
		}
		return []string{text}, true, nil
	case "auto":
		lines, err := setAutomatic(s, o.Auto, strings.TrimSpace(rest))
		return lines, true, err
	}
	return nil, false, nil
}

// carryOutProposal carries out a proposal, through runForPlayer.
func (o *Options) carryOutProposal(s *gm.Session, proposal *gm.Proposal) error {
	return o.runForPlayer(s, func(s *gm.Session) (gm.Entry, error) { return s.Proposals().Take(proposal.ID) })
}

// runForPlayer runs do for a player, through RunForSeat if that isn't nil. If the session then asks a question, that isn't an error, and
// the question stays open.
func (o *Options) runForPlayer(s *gm.Session, do func(*gm.Session) (gm.Entry, error)) (err error) {
	before := s.OpenQuestion()
	if o.RunForSeat != nil {
		_, err = o.RunForSeat(do)
	} else {
		_, err = do(s)
	}
	if now := s.OpenQuestion(); err != nil && now != nil && now != before {
		return nil
	}
	return err
}

// CarryOutDue carries out everything that players are waiting for and that needs no decision by the game master, and describes it: first a
// check that the players were asked for and have all rolled, then proposals.
func CarryOutDue(s *gm.Session, o Options) (lines []string, err error) {
	if len(s.Asks()) > 0 {
		if err := o.runForPlayer(s, (*gm.Session).CloseAsk); err != nil {
			return nil, err
		}
	}
	for {
		proposal, ok := s.Proposals().NextAutomatic(o.Auto)
		if !ok {
			return lines, nil
		}
		text := DescribeProposal(s, &proposal)
		if err := o.carryOutProposal(s, &proposal); err != nil {
			return lines, fmt.Errorf("%s: %w", text, err)
		}
		lines = append(lines, text)
	}
}

// findProposal returns the proposal of the character whose key or name begins a text, or the only proposal. If the character has several,
// it returns the oldest, or the one with the number that follows the name. It also returns the rest of the text, which is the message about
// the proposal.
func findProposal(s *gm.Session, text string) (proposal gm.Proposal, rest string, err error) {
	list := s.Proposals().List()
	var namesakes []string // keys of the characters with the name in text
	first := -1            // index of the first proposal by one of these
	for i := range list {
		after, found := cutNamePrefix(text, list[i].By)
		if found {
			proposal, rest = selectNumbered(s, list[i], after)
			return proposal, rest, nil
		}
		if after, found = cutNamePrefix(text, actorName(s, list[i].By)); found && !slices.Contains(namesakes, list[i].By) {
			if namesakes = append(namesakes, list[i].By); first < 0 {
				first, rest = i, after
			}
		}
	}
	switch {
	case len(namesakes) > 1:
		return proposal, "", message.AmbiguousName(actorName(s, namesakes[0]), namesakes)
	case first >= 0:
		proposal, rest = selectNumbered(s, list[first], rest)
		return proposal, rest, nil
	}
	switch {
	case len(list) == 0:
		return proposal, "", errors.New("No player has a proposal.")
	case len(list) == 1 && text == "":
		return list[0], "", nil
	case text != "":
		return proposal, "", fmt.Errorf("No proposal “%s”. Choose: %s.", text, describeProposals(s))
	}
	return proposal, "", fmt.Errorf("There are several proposals. Name a character: %s.", describeProposals(s))
}

// describeProposals describes all open proposals, oldest first, separated by semicolons.
func describeProposals(s *gm.Session) string {
	var texts []string
	for _, proposal := range s.Proposals().List() {
		texts = append(texts, DescribeProposal(s, &proposal))
	}
	return strings.Join(texts, "; ")
}

// selectNumbered returns the proposal of the same character with the number at the beginning of a text, and the rest of the text. If the
// character has only one proposal, or the text does not begin with such a number, it returns the given proposal and the whole text.
func selectNumbered(s *gm.Session, proposal gm.Proposal, text string) (gm.Proposal, string) {
	number, rest, _ := strings.Cut(text, " ")
	for _, other := range s.Proposals().List() {
		if other.By == proposal.By && ProposalName(s, &other) == proposal.By+" "+number {
			return other, strings.TrimSpace(rest)
		}
	}
	return proposal, text
}

// cutNamePrefix removes a name from the beginning of a text. found reports whether the text begins with the whole name.
func cutNamePrefix(text, name string) (rest string, found bool) {
	if len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) || len(text) > len(name) && text[len(name)] != ' ' {
		return text, false
	}
	return strings.TrimSpace(text[len(name):]), true
}

// setAutomatic changes whose proposals are carried out automatically, or whether players' checks outside fights are. all is the default for
// proposals.
func setAutomatic(s *gm.Session, all bool, who string) ([]string, error) {
	switch who {
	case gm.AutoChecks:
		err := s.Proposals().SetAuto(who, all)
		return []string{collect.Choose(s.Proposals().PlayersRollChecks(), "While no one takes turns, players roll their checks without waiting for you.", "Players' checks wait for you.")}, err
	case "all":
		return []string{"Players' proposals are carried out automatically on their turn."}, s.Proposals().SetAuto(who, all)
	case "none", "nobody":
		return []string{"Players' proposals wait for you."}, s.Proposals().SetAuto("nobody", all)
	}
	actors := s.State().Actors
	i, err := message.FindNamed(who, len(actors), func(i int) (string, string) { return actors[i].Key, actors[i].Name })
	if err != nil {
		return nil, err
	}
	if i >= 0 {
		a := actors[i]
		if err := s.Proposals().SetAuto(a.Key, all); err != nil {
			return nil, err
		}
		if s.Proposals().IsAutomatic(a.Key, all) {
			return []string{a.Name + "'s proposals are carried out automatically on the character's turn."}, nil
		}
		return []string{a.Name + "'s proposals wait for you."}, nil
	}
	return nil, message.Missing("Name a character", "seats auto NAME, seats auto all, seats auto none, or seats auto checks")
}
