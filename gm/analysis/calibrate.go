package analysis

import (
	"context"
	"fmt"
	"math"

	"hybrid/gm"
	"hybrid/gm/command"
)

// Forecasts compared with results: whether sides that had a chance of 70% after a third of a fight won 70% of the time. A moment is an
// entry of a fight with the states before and after it (moment.go); a probe is a state from which fights are simulated (probe.go).

// Calibration compares the forecast after a third of each fight with the winner.
type Calibration struct {
	Fights     []Forecast       `json:"fights"`          // fights that one side won
	Rows       []CalibrationBin `json:"rows"`            // bins of equal width for forecasts from 0 to 1, the lowest first
	Curve      *[2]float64      `json:"curve,omitempty"` // intercept and slope of the line from forecast to actual log odds; nil if there are too few fights
	Assumption string           `json:"if"`              // assumption behind the chances, as text
}

// Forecast is the forecast for a fight whose end is known.
type Forecast struct {
	Encounter string `json:"encounter"` // name of the encounter
	Label     string `json:"label"`     // title of the encounter, to show
	Side      string `json:"side"`      // key of the side whose chance is forecast, the first of the fight
	Seq       int64  `json:"seq"`       // number of the entry after which the forecast is made
	Chance    Chance `json:"chance"`    // forecast: the side's chance to win
	Won       bool   `json:"won"`       // whether the side won
}

// CalibrationBin holds the fights whose forecasts are between two bounds.
type CalibrationBin struct {
	From     float64 `json:"from"`     // lower bound, 0 to 1
	To       float64 `json:"to"`       // upper bound, 0 to 1
	Fights   int     `json:"fights"`   // number of fights
	Won      int     `json:"won"`      // number of fights that the first side won
	Expected float64 `json:"expected"` // expected number of wins: the sum of the forecasts
}

// Parameters of a calibration.
const (
	calibrationBins   = 5  // number of bins of equal width from 0 to 1
	minFightsForCurve = 20 // minimum number of fights for fitting a curve
)

// Calibrate compares forecasts with winners for all fights of a session that one side won.
func Calibrate(ctx context.Context, s *gm.Session, o Options) (*Calibration, error) {
	fights, err := ListFights(s)
	if err != nil {
		return nil, err
	}
	c := &Calibration{Fights: []Forecast{}, Assumption: AssumptionText(2)}
	for row := range calibrationBins {
		c.Rows = append(c.Rows, CalibrationBin{From: float64(row) / calibrationBins, To: float64(row+1) / calibrationBins})
	}
	for i, f := range fights {
		x, ok, err := f.forecastWin(ctx, s, o)
		if err != nil {
			return nil, err
		}
		if ok {
			c.Fights = append(c.Fights, x)
			row := &c.Rows[min(calibrationBins-1, int(x.Chance.Share*calibrationBins))]
			row.Fights++
			row.Expected += x.Chance.Share
			if x.Won {
				row.Won++
			}
		}
		if o.Progress != nil {
			o.Progress(i+1, len(fights))
		}
	}
	if len(c.Fights) >= minFightsForCurve {
		curve := c.fitCurve()
		c.Curve = &curve
	}
	return c, nil
}

// forecastWin returns the forecast for a fight: the chance of its first side after a third of the entries, from simulations that begin in
// the state at that point. ok is false if no side won the fight, or it has fewer than three entries.
func (f *Fight) forecastWin(ctx context.Context, s *gm.Session, o Options) (x Forecast, ok bool, err error) {
	sides, winner := f.Sides(), f.WinningSide(s.Game())
	if len(sides) < 2 || winner == "" || len(f.Entries) < 3 {
		return x, false, nil
	}
	f = &Fight{Name: f.Name, Label: f.Label, Entries: f.Entries[:1+len(f.Entries)/3]}
	r := prober{sides: sides, seed: o.Seed, workers: o.Workers}
	p, runs := &probe{moment: f.momentAt(s.Game(), len(f.Entries)-1)}, o.Fights
	if runs == 0 {
		runs = o.worstCaseFights()
	}
	if err := r.runFights(ctx, p, runs); err != nil {
		return x, false, err
	}
	return Forecast{f.Name, f.Label, sides[0], p.moment.Seq, r.chanceOfSide(p, 0, runs), winner == sides[0]}, true, nil
}

// fitCurve fits a logistic curve to the fights by Newton's method. It returns intercept and slope; see Calibration.Curve.
func (c *Calibration) fitCurve() [2]float64 {
	b := [2]float64{0, 1} // intercept and slope of the identity
	for range 25 {        // iterations
		var g, h [3]float64 // g[0], g[1]: gradient of the log likelihood; h: elements 00, 01 and 11 of its negated Hessian
		// A Gaussian prior with variance 25 for the intercept and 4 for the slope: with few fights the curve stays near the identity.
		g[0], g[1], h[0], h[2] = -b[0]/25, (1-b[1])/4, 1.0/25, 1.0/4
		for _, x := range c.Fights {
			share := min(0.995, max(0.005, x.Chance.Share)) // so that the logarithm is finite
			logOdds := math.Log(share / (1 - share))
			p := 1 / (1 + math.Exp(-b[0]-b[1]*logOdds))
			residual := -p
			if x.Won {
				residual = 1 - p
			}
			g[0], g[1] = g[0]+residual, g[1]+residual*logOdds
			h[0], h[1], h[2] = h[0]+p*(1-p), h[1]+p*(1-p)*logOdds, h[2]+p*(1-p)*logOdds*logOdds
		}
		det := h[0]*h[2] - h[1]*h[1] // the step is the inverse of the 2×2 matrix h times g
		b[0], b[1] = b[0]+(h[2]*g[0]-h[1]*g[1])/det, b[1]+(h[0]*g[1]-h[1]*g[0])/det
	}
	return b
}

// ExpectedWins returns the sum of the forecasts as Share: the expected number of wins, with its interval. If the forecasts are right, the
// actual number is within the interval in 95% of cases.
func (c *Calibration) ExpectedWins() (wins Chance) {
	for _, x := range c.Fights {
		p := x.Chance.Share
		wins = wins.addIndependent(Chance{p, math.Hypot(standardErrors*math.Sqrt(p*(1-p)), x.Chance.HalfWidth)})
	}
	return wins
}

// Text describes how accurate the forecasts were. The curve only describes them: it doesn't correct the chances of any line, as the last
// sentence says.
func (c *Calibration) Text() string {
	won := 0
	for _, row := range c.Rows {
		won += row.Won
	}
	expected := c.ExpectedWins()
	text := fmt.Sprintf("%s whose end is known; won %d, expected %.1f ±%.1f, %s.", command.CountText(len(c.Fights), "fight", "fights"), won, expected.Share, expected.HalfWidth, c.Assumption)
	if c.Curve == nil {
		return text + fmt.Sprintf(" A curve is drawn from %d fights on.", minFightsForCurve)
	}
	percentAt := func(share float64) float64 {
		return 100 / (1 + math.Exp(-c.Curve[0]-c.Curve[1]*math.Log(share/(1-share))))
	}
	return text + fmt.Sprintf(" By these fights 25%% was really %.0f%%, 50%% %.0f%%, 75%% %.0f%%. The line is not bent by it.", percentAt(0.25), percentAt(0.5), percentAt(0.75))
}
