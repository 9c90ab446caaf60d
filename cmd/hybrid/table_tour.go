package main

import (
	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/dashboard"
	"hybrid/rules"
)

// `hybrid tour`: a sample fight on the dashboard, which explains the next key at each step.

// tourName is the name of the command.
const tourName = "tour"

// tourCommand returns the command `tour`.
func tourCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   tourName,
		Short: "Learn the keys in a sample fight",
		Long: "Play the sample fight on the dashboard. A line at the bottom names the next key and the reason: ten steps, about\n" +
			"five minutes. Nothing of it is kept.",
		Args: wantArgs(),
		RunE: func(*cobra.Command, []string) error { return runTour(p) },
	}
	p.addLookFlags(cmd)
	return cmd
}

// runTour shows the tour on a dashboard: the first encounter of the sample campaign, in a session in memory, always with the same dice.
func runTour(p *program) error {
	c, err := openCampaign(campaign.Sample, nil)
	if err != nil {
		return err
	}
	s, _, err := gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{7})})
	if err != nil {
		return err
	}
	if _, err := s.Do(command.Command{Line: "begin " + c.Encounters()[0].Name}); err != nil {
		return err
	}
	_, err = showDashboard(s, dashboard.Options{Theme: p.theme, Plain: p.plain, Mouse: !p.noMouse, Tour: true}, nil)
	return err
}
