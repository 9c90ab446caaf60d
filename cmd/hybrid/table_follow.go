package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/dashboard"
	"hybrid/gm/dashboard/follow"
	"hybrid/gm/seats"
	"hybrid/rules"
)

// `hybrid follow`: shows a session that another process plays, on a second dashboard for the game master, or as a seat sees it. A seat is a
// player's view of the session: what the player's character knows, or for the table screen, what all players know.

// followName is the name of the command.
const followName = "follow"

// followCommand returns the command `follow`.
func followCommand(p *program) *cobra.Command {
	var seat string
	cmd := &cobra.Command{
		Use:   followName + " [CAMPAIGN]",
		Short: "Watch a session played in another window",
		Long: "Watch a session that another program plays, without writing to it. By default, this is a second screen for the\n" +
			"game master. With --seat, it shows what that character knows, like the page on a phone; --seat table shows what\n" +
			"all players know. If the output isn't a terminal, it is shown once; with --json, as one object.",
		Args: wantAtMost("CAMPAIGN"), ValidArgsFunction: completeCampaign,
		RunE: func(_ *cobra.Command, args []string) error {
			if p.flags.json && seat == "" {
				return errors.New("follow writes no JSON without --seat. Add --seat NAME.")
			}
			if err := p.openNamedCampaign(args); err != nil {
				return err
			}
			return p.withReadOnlySession(func(s *gm.Session) error {
				if seat != "" {
					return followSeat(p, s, seat)
				}
				return followDashboard(p, s)
			})
		},
	}
	cmd.Flags().StringVar(&seat, "seat", "", "`character` whose knowledge is shown, or "+seats.TableScreen)
	p.addLookFlags(cmd)
	return cmd
}

// followDashboard shows a dashboard of a session that another process plays, and updates it until the user quits.
func followDashboard(p *program, s *gm.Session) error {
	options := dashboard.Options{Theme: p.theme, Plain: p.plain, Mouse: !p.noMouse}
	d, follower, ended := dashboard.New(s, options), gm.NewFollower(s), make(chan struct{})
	defer close(ended)
	if err := followCampaign(p, s, d, ended); err != nil {
		return err
	}
	go func() {
		tick := time.NewTicker(pollInterval)
		defer tick.Stop()
		for lastErr := error(nil); ; { // lastErr avoids showing an error repeatedly
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			d.Post(func() {
				if _, err := follower.Poll(); err != nil && fmt.Sprint(err) != fmt.Sprint(lastErr) {
					lastErr = err
					d.ShowReload(err.Error(), true)
				}
			})
		}
	}()
	if err := d.Run(options); err != nil {
		return terminalRefusal(err, "This needs a terminal", "Use `hybrid follow --seat NAME` or `hybrid session show`.")
	}
	return nil
}

// followSeat shows the view of a seat in a session that another process plays: once if the output is read by programs or isn't a terminal,
// otherwise updated until the user quits. who is the name of the seat.
func followSeat(p *program, s *gm.Session, who string) error {
	follower := gm.NewFollower(s)
	if _, err := follower.Poll(); err != nil {
		return err
	}
	r, err := seats.NewReader(s, who)
	if err != nil {
		return &rules.Refusal{Text: err.Error()}
	}
	if p.isReadByPrograms() || terminalOf(p.stdout) == nil {
		text, err := r.Text()
		if err != nil {
			return err
		}
		return writeSeat(p, text)
	}
	f := &seatFollower{program: p, who: who, follower: follower, reader: r}
	defer f.closeReopened()
	return follow.ShowSeat(follow.Options{Theme: p.theme, Plain: p.plain}, pollInterval, f.poll)
}

// seatFollower polls the view of a seat in a session that another process plays.
type seatFollower struct {
	*program
	who      string        // name of the seat
	follower *gm.Follower  // source of the session's new entries
	reader   *seats.Reader // source of the seat's view
	reopened *gm.Session   // session opened again after its file or the rules were replaced; nil before
	isShown  bool          // whether the view has been shown before
}

// closeReopened closes the session that was opened again, if any.
func (f *seatFollower) closeReopened() {
	if f.reopened != nil {
		f.reopened.Close()
	}
}

// poll returns the view if it changed since the last call, or on the first call. problem is the reason why it can't be read, or "". If the
// session can't be followed any more, poll opens it again.
func (f *seatFollower) poll() (text seats.Text, changed bool, problem string) {
	changed, err := f.follower.Poll()
	if err != nil {
		s, reader, reopenErr := reopen(f.program, f.who)
		if reopenErr != nil {
			return text, false, err.Error()
		}
		f.closeReopened()
		f.reopened, f.follower, f.reader, changed = s, gm.NewFollower(s), reader, true
	}
	if !changed && f.isShown {
		return text, false, ""
	}
	f.isShown = true
	if text, err = f.reader.Text(); err != nil {
		return text, false, err.Error()
	}
	return text, true, ""
}

// reopen opens the followed session again for reading, with the current files of the campaign, and returns it with a reader of the seat
// that has the name who. The caller must close the session.
func reopen(p *program, who string) (*gm.Session, *seats.Reader, error) {
	dir, err := p.stateDir()
	if err != nil {
		return nil, nil, err
	}
	if home := p.campaign.Home(); home != "" {
		if p.campaign, err = openCampaign(home, p.flags.rulings); err != nil {
			return nil, nil, err
		}
	}
	s, _, err := gm.Open(p.campaign, gm.Options{Dir: dir, ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	r, err := seats.NewReader(s, who)
	if err != nil {
		s.Close()
	}
	return s, r, err
}

// writeSeat writes a seat's view once, in the requested format.
func writeSeat(p *program, text seats.Text) error {
	lines, log := []string{}, []object{}
	for _, r := range text.Now {
		if line := strings.TrimSpace(r.Lead + " " + r.Text); line != "" {
			lines = append(lines, line)
		}
	}
	for _, r := range text.Log {
		var o object
		if count, err := strconv.ParseFloat(r.Lead, 64); err == nil {
			o.setKey("count", count)
		}
		o.setKey("said", r.Sentences)
		log = append(log, p.envelope(o))
	}
	return p.write(report{facts: object{{"name", text.Name}, {"text", text.When}, {"lines", lines}, {"log", log}}, text: func(w *textWriter) { w.writeSeatText(text) }})
}

// writeSeatText writes a seat's view as text.
func (w *textWriter) writeSeatText(text seats.Text) {
	w.writeLine("%s · %s", text.Name, text.When)
	w.writeLine("")
	writeRows := func(list []seats.TextRow) {
		for _, r := range list {
			if r.Lead == "" {
				w.writeLine("%s", r.Text)
				continue
			}
			w.writeLine("%s", strings.TrimRight(fmt.Sprintf("%-14s %s", r.Lead, r.Text), " "))
		}
	}
	writeRows(text.Now)
	w.writeLine("")
	writeRows(text.Log)
}
