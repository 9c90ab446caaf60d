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

// `hybrid play`: opens the campaign's session and shows it on the dashboard until the user quits. Meanwhile, changes to the campaign's
// files are loaded as they are saved.

// playName is the name of the command.
const playName = "play"

// playCommand returns the command `play`.
func playCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   playName + " [CAMPAIGN]",
		Short: "Open the dashboard and continue the session",
		Args:  wantAtMost("CAMPAIGN"),
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

// openNamedCampaign opens the campaign that args[0] names in place of p.campaign. It does nothing if args is empty.
func (p *program) openNamedCampaign(args []string) (err error) {
	if len(args) > 0 {
		p.campaign, err = openCampaign(args[0], p.flags.rulings)
	}
	return err
}

// addLookFlags adds the flags for the appearance of the dashboard and its use of the mouse.
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
		return needsTerminalError(err)
	}
	exists := gm.HasSession(dir, p.campaign)
	options.OfferTour = !exists && p.campaign.Name == campaign.Sample
	refreshSchemas(p, p.campaign)
	meter := newProgress(p.stderr)
	s, err := p.openSession(dir, meter)
	meter.stopShowing() // from now on the dashboard uses the terminal
	if err != nil {
		return err
	}
	return errors.Join(runDashboard(p, s, options), s.Close())
}

// needsTerminalError returns the error that reports that the dashboard needs a terminal; err is the reason why it can't be shown.
func needsTerminalError(err error) error {
	return terminalRefusal(err, "The dashboard needs a terminal", "Use `hybrid script FILE` instead.")
}

// runDashboard shows a session until the user quits. The first screen can offer the tour. If the user accepts, the dashboard is closed, the
// tour is shown, and then the session again.
func runDashboard(p *program, s *gm.Session, options dashboard.Options) error {
	var refusal *rules.Refusal
	fresh := s.State().Encounter == "" // whether nothing was played yet
	// if nothing was played yet, the players' characters enter, or the dashboard shows why they can't
	if err := s.Gather(); err != nil && !errors.As(err, &refusal) {
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

// showDashboard shows a session on a new dashboard until the user leaves it. Before that, it calls prepare, which can be nil, with the
// dashboard and a channel that is closed when the dashboard ends.
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
		return d, needsTerminalError(err)
	}
	return d, nil
}

// terminalRefusal returns an error for a screen that can't be shown because of err. A *dashboard.TerminalError already suggests a remedy
// and is returned alone; otherwise the error consists of needed, err and remedy.
func terminalRefusal(err error, needed, remedy string) error {
	if terminalErr := (*dashboard.TerminalError)(nil); errors.As(err, &terminalErr) {
		return terminalErr
	}
	return fmt.Errorf("%s (%w). %s", needed, message.WithoutPath(err), remedy)
}

// pollInterval is the interval at which the campaign's folder is checked for changes during play.
const pollInterval = time.Second / 5

// followCampaign starts loading changes in the campaign's folder during play, until ended is closed. It does nothing for a built-in
// campaign. A change is loaded only while no question is open on the dashboard d, which shows the result.
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
		var found *gm.WatchResult // changed campaign that isn't loaded yet; nil for none
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			if result, changed := w.Poll(); changed {
				found = &result
			}
			if found == nil {
				continue
			}
			d.Post(func() {
				if !d.IsBusy() {
					d.ShowReload(s.ReloadSaved(*found))
					found = nil
				}
			})
		}
	}()
	return nil
}

// openSession opens the session of the campaign for playing: the one saved in the folder dir, or one in memory if dir is "". The dice of
// --dice and --seed are used before the session's own.
func (p *program) openSession(dir string, meter *progress) (*gm.Session, error) {
	options := gm.Options{Dir: dir, Ask: p.terminalAsker(), Progress: meter.showEntries}
	if p.flags.flagSet.Changed("dice") || p.flags.flagSet.Changed("seed") {
		dice, err := p.newDice()
		if err != nil {
			return nil, err
		}
		options.Dice = dice.replayDice()
	}
	guard.KeepReports(dir)
	s, _, err := gm.Open(p.campaign, options)
	if err == nil && len(s.Log()) > longSessionEntries {
		debug.FreeOSMemory() // the session stays open for hours, and reading it took more memory than it needs now
	}
	return s, err
}

// longSessionEntries is the number of entries in a session above which the memory for reading it is returned to the system.
const longSessionEntries = 10_000
