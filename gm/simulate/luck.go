package simulate

import (
	"math"
	"slices"
)

// Win rates corrected for luck. A fight has luck variables: for each side, sums of how far its dice were above or below average. Their
// means are 0 whatever happens in the fight, since each die is fair given the earlier dice. So the part of the wins that correlates with
// them is chance, and is subtracted (control variates, by linear regression).

// addLuck adds the luck variables of a fight to Counts.Luck, which consists of k sums of the variables, k(k+1)/2 sums of their products
// (the lower triangle of the matrix, row by row), and, for each side, k sums over the fights that it won.
func (t *Counts) addLuck(luck []int32, winner int) {
	k := 0
	add := func(x int64) { t.Luck[k], k = t.Luck[k]+x, k+1 }
	for _, x := range luck {
		add(int64(x))
	}
	for i, x := range luck {
		for _, y := range luck[:i+1] {
			add(int64(x) * int64(y))
		}
	}
	for side := range t.Wins {
		for _, x := range luck {
			add(int64(x) * int64(boolToInt(side == winner)))
		}
	}
}

// luckVariables returns the number of luck variables of a fight.
func (f *SimulatedFight) luckVariables() int {
	return luckVariablesPerSide * min(len(f.Sides), maxLuckySides)
}

// luckLength returns the length of Counts.Luck.
func (f *SimulatedFight) luckLength() int {
	k := f.luckVariables()
	return k + k*(k+1)/2 + k*len(f.Sides)
}

// fightsPerVariable is the number of fights per luck variable from which win rates are corrected.
const fightsPerVariable = 20

// rateOfWins returns the share of fights that a side won, corrected for luck, with bounds z standard errors away. Side -1 stands for the
// fights without a winner. With few fights the share isn't corrected.
func (f *SimulatedFight) rateOfWins(t *Counts, side int, z float64) Rate {
	times, k, n := t.Undecided, f.luckVariables(), float64(t.Runs)
	if side >= 0 {
		times = t.Wins[side]
	}
	rate := wilsonInterval(float64(times), n, z)
	minRuns := fightsPerVariable * k
	// there are too few fights, or too few wins or losses of a side, for a regression
	if t.Runs < minRuns || times == 0 || slices.ContainsFunc(t.Wins, func(wins int) bool { return min(wins, t.Runs-wins) < minRuns/2 }) {
		return rate
	}
	luckOfWins := func(i int) (sum float64) { // sum of variable i over the fights that count as wins
		for s := range f.Sides {
			if sums := t.Luck[k+k*(k+1)/2+k*s:]; s == side || side < 0 {
				sum += float64(sums[i])
			}
		}
		if side < 0 {
			return float64(t.Luck[i]) - sum
		}
		return sum
	}
	squares, products := make([][]float64, k), make([]float64, k)
	share := float64(times) / n
	for i := range k {
		products[i] = luckOfWins(i) - float64(t.Luck[i])*share
		for j := range k {
			// covariance of variables i and j, times n, from the triangle of their products
			squares[i] = append(squares[i], float64(t.Luck[k+max(i, j)*(max(i, j)+1)/2+min(i, j)])-float64(t.Luck[i])*float64(t.Luck[j])/n)
		}
	}
	explained, slopes := 0.0, solveRegression(squares, products)
	for i, slope := range slopes {
		explained += slope * products[i]
		rate.Share -= slope * float64(t.Luck[i]) / n
	}
	total := n * share * (1 - share)
	rate.Share = min(1-1/n, max(1/n, rate.Share))
	unexplained := max(total-explained, total/n) / (n - float64(k) - 1)
	effective := n * rate.Share * (1 - rate.Share) / unexplained // number of fights that would be as precise without the correction
	corrected := wilsonInterval(rate.Share*effective, effective, z)
	corrected.Times, corrected.Share = times, rate.Share
	return corrected
}

// solveRegression returns the slopes of a linear regression: the solution of squares · x = products, by the Cholesky decomposition.
// A constant variable has the slope 0.
func solveRegression(squares [][]float64, products []float64) []float64 {
	x := append([]float64(nil), products...)
	for i, row := range squares {
		for j := range i + 1 {
			sum := row[j]
			for k := range j {
				sum -= squares[i][k] * squares[j][k]
			}
			switch {
			case i > j && squares[j][j] > 0:
				row[j] = sum / squares[j][j]
			case i > j:
				row[j] = 0
			case sum > 1e-9*row[i]:
				row[i] = math.Sqrt(sum)
			default:
				row[i] = 0
			}
		}
	}
	for i := range x { // L·y = products
		for k := range i {
			x[i] -= squares[i][k] * x[k]
		}
		x[i] = ratioOrZero(x[i], squares[i][i])
	}
	for i := len(x) - 1; i >= 0; i-- { // transposed L·x = y
		for k := i + 1; k < len(x); k++ {
			x[i] -= squares[k][i] * x[k]
		}
		x[i] = ratioOrZero(x[i], squares[i][i])
	}
	return x
}

// ratioOrZero returns x/y, or 0 if y is 0.
func ratioOrZero(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	return x / y
}
