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

// luckSums holds the parts of Counts.Luck, for k luck variables.
type luckSums struct {
	sums     []int64   // sum of each variable over all fights
	products []int64   // sum of the products of variables i and j, where i >= j, at index i(i+1)/2+j
	wins     [][]int64 // sum of each variable over the fights that a side won, by side
}

// splitLuck splits Counts.Luck into its parts.
func (f *SimulatedFight) splitLuck(t *Counts) luckSums {
	k := f.luckVariables()
	triangle := k * (k + 1) / 2
	s := luckSums{sums: t.Luck[:k], products: t.Luck[k : k+triangle]}
	for rest := t.Luck[k+triangle:]; len(s.wins) < len(f.Sides); rest = rest[k:] {
		s.wins = append(s.wins, rest[:k])
	}
	return s
}

// sumOverWins returns the sum of variable i over the fights that a side won or, for side -1, over the fights without a winner.
func (s *luckSums) sumOverWins(i, side int) float64 {
	if side >= 0 {
		return float64(s.wins[side][i])
	}
	won := 0.0
	for _, sums := range s.wins {
		won += float64(sums[i])
	}
	return float64(s.sums[i]) - won
}

// covariance returns the covariance of variables i and j in n fights, times n.
func (s *luckSums) covariance(i, j int, n float64) float64 {
	i, j = max(i, j), min(i, j)
	return float64(s.products[i*(i+1)/2+j]) - float64(s.sums[i])*float64(s.sums[j])/n
}

// luckLength returns the length of Counts.Luck.
func (f *SimulatedFight) luckLength() int {
	k := f.luckVariables()
	return k + k*(k+1)/2 + k*len(f.Sides)
}

// fightsPerVariable is the minimum number of fights per luck variable for which win rates are corrected.
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
	hasFewWinsOrLosses := func(wins int) bool { return min(wins, t.Runs-wins) < minRuns/2 }
	if t.Runs < minRuns || times == 0 || slices.ContainsFunc(t.Wins, hasFewWinsOrLosses) {
		return rate // too few for a regression
	}
	luck := f.splitLuck(t)
	squares, products := make([][]float64, k), make([]float64, k) // covariances of the variables, and of each with the wins, times n
	share := float64(times) / n
	for i := range k {
		products[i] = luck.sumOverWins(i, side) - float64(luck.sums[i])*share
		for j := range k {
			squares[i] = append(squares[i], luck.covariance(i, j, n))
		}
	}
	explained, slopes := 0.0, solveRegression(squares, products) // explained: part of the wins' variance that luck explains, times n
	for i, slope := range slopes {
		explained += slope * products[i]
		rate.Share -= slope * float64(luck.sums[i]) / n
	}
	total := n * share * (1 - share) // variance of the wins, times n
	rate.Share = min(1-1/n, max(1/n, rate.Share))
	unexplained := max(total-explained, total/n) / (n - float64(k) - 1) // variance that luck doesn't explain
	effective := n * rate.Share * (1 - rate.Share) / unexplained        // number of fights that would be as precise without the correction
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
			case i > j && squares[j][j] > 0: // left of the diagonal
				row[j] = sum / squares[j][j]
			case i > j:
				row[j] = 0
			case sum > 1e-9*row[i]: // on the diagonal
				row[i] = math.Sqrt(sum)
			default: // a constant variable, or one that the earlier ones determine, apart from rounding errors
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
