package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/dashboard"
	"hybrid/gm/guard"
	"hybrid/rules"
	"hybrid/rules/message"
)

// `hybrid play`: opens the session and shows the dashboard until the user quits.

// playName is the name of the command.
const playName = "play"

func playCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   playName + " [CAMPAIGN]",
		Short: "Open the dashboard and continue the session",
		Args: func(cmd *cobra.Command, args []string) error {
			return wantArgs("CAMPAIGN")(cmd, append(args, "")[:max(1, len(args))])
		},
	}
	cmd.ValidArgsFunction = completeCampaign
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := p.openNamedCampaign(args); err != nil {
			return err
		}
		p.seats.resolveOptions(cmd.Flags())
		return playSession(p)
	}
	p.addLookFlags(cmd)
	p.seats.addFlags(cmd.Flags())
	return cmd
}

// openNamedCampaign opens the campaign named in args, if any, instead of the current one.
func (p *program) openNamedCampaign(args []string) (err error) {
	if len(args) > 0 {
		p.campaign, err = openCampaign(args[0], p.flags.rulings)
	}
	return err
}

// addLookFlags adds the flags for drawing the screen.
func (p *program) addLookFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.plain, "plain", false, "only characters that every font has")
	cmd.Flags().StringVar(&p.theme, "theme", "", "`colours`: dark, light, safe (for the colour-blind) or mono")
	cmd.Flags().BoolVar(&p.noMouse, "no-mouse", false, "no mouse; the terminal keeps it")
}

// playSession opens the session of the campaign and shows it until the user quits. Notices about its file are shown on the dashboard.
func playSession(p *program) error {
	dir, err := p.stateDir()
	if err != nil {
		return err
	}
	options := dashboard.Options{Theme: p.theme, Plain: p.plain, Mouse: !p.noMouse, Seats: p.seats.Options, OpenSeats: p.seats.opensAtOnce}
	if options.Screen, err = dashboard.OpenTerminal(); err != nil {
		return needsTerminal(err)
	}
	begun := gm.HasSession(dir, p.campaign)
	options.OfferTour = !begun && p.campaign.Name == campaign.Sample
	refreshSchemas(p, p.campaign)
	meter := newProgress(p.stderr)
	s, err := p.openSession(dir, meter)
	meter.stopShowing() // from now on the dashboard uses the terminal
	if err != nil {
		return err
	}
	return errors.Join(runDashboard(p, s, options), s.Close())
}

// needsTerminal returns an error saying that the dashboard needs a terminal, because of err.
func needsTerminal(err error) error {
	return terminalRefusal(err, "The dashboard needs a terminal", "Use `hybrid script FILE` instead.")
}

// runDashboard shows a session until the user quits. The first screen can offer the tour, which then interrupts the session.
func runDashboard(p *program, s *gm.Session, options dashboard.Options) error {
	var refused *rules.Refusal
	fresh := s.State().Encounter == ""
	if err := s.Gather(); err != nil && !errors.As(err, &refused) { // the dashboard gives the reason again
		return err
	}
	for {
		d, err := showDashboard(s, options, func(d *dashboard.Dashboard, ended <-chan struct{}) error {
			d.Brief(fresh)
			return followCampaign(p, s, d, ended)
		})
		if err != nil || !d.WantsTour() {
			return err
		}
		if err := runTour(p); err != nil {
			return err
		}
		options.OfferTour, options.Screen = false, nil
	}
}

// showDashboard shows a session on a new dashboard until the user leaves it. It first calls prepare, which may be nil, and finally closes
// the channel that it passed to prepare.
func showDashboard(s *gm.Session, options dashboard.Options, prepare func(*dashboard.Dashboard, <-chan struct{}) error) (*dashboard.Dashboard, error) {
	d := dashboard.New(s, options)
	ended := make(chan struct{})
	defer close(ended)
	if prepare != nil {
		if err := prepare(d, ended); err != nil {
			return d, err
		}
	}
	if err := d.Run(options); err != nil {
		return d, needsTerminal(err)
	}
	return d, nil
}

// terminalRefusal returns err if it suggests a remedy, otherwise an error composed of needed, err and the remedy.
func terminalRefusal(err error, needed, remedy string) error {
	if unfit := (*dashboard.TerminalError)(nil); errors.As(err, &unfit) {
		return unfit
	}
	return fmt.Errorf("%s (%w). %s", needed, message.Pathless(err), remedy)
}

// pollInterval is the interval at which the campaign's folder is checked for changes during play.
const pollInterval = time.Second / 5

// followCampaign loads changes in the campaign's folder during play, until ended is closed.
func followCampaign(p *program, s *gm.Session, d *dashboard.Dashboard, ended <-chan struct{}) error {
	choices, err := parseRulings(p.flags.rulings)
	if err != nil {
		return err
	}
	w := gm.NewWatch(p.campaign, choices)
	if w == nil {
		return nil
	}
	go func() {
		tick := time.NewTicker(pollInterval)
		defer tick.Stop()
		var found *gm.WatchResult // changes that are loaded once no question is open
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			if saved, changed := w.Look(); changed {
				found = &saved
			}
			if found == nil {
				continue
			}
			d.Post(func() {
				if !d.Busy() {
					d.ShowReload(s.TakeUp(*found))
					found = nil
				}
			})
		}
	}()
	return nil
}

// openSession opens the session of the campaign in a folder, or in memory if dir is "". The dice of --dice and --seed precede the session's
// own.
func (p *program) openSession(dir string, meter *progress) (*gm.Session, error) {
	options := gm.Options{Dir: dir, Ask: p.terminalAsker(), Progress: meter.showEntries}
	if p.flags.flagSet.Changed("dice") || p.flags.flagSet.Changed("seed") {
		hand, err := p.newDice()
		if err != nil {
			return nil, err
		}
		options.Dice = hand.replayDice()
	}
	guard.KeepReports(dir)
	s, _, err := gm.Open(p.campaign, options)
	if err == nil && len(s.Log()) > longSessionEntries {
		debug.FreeOSMemory() // it stays open for hours, and needs less memory than reading it did
	}
	return s, err
}

// longSessionEntries is the number of entries from which the memory for reading them is released.
const longSessionEntries = 10_000
