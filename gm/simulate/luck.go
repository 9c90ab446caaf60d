package simulate

import (
	"math"
	"slices"
)

// Wins without the part that luck explains. Sums of luck have the mean 0 whatever a fight does, since each die is fair given the earlier
// dice; so what correlates with them is chance, and is subtracted (control variates).

// addLuck adds the luck of a fight to whole numbers that add up: the sums of each, of the products of two, and of each in the
// fights that each side won.
func (t *Counts) addLuck(luck []int32, winner int) {
	at := 0
	add := func(x int64) { t.Luck[at], at = t.Luck[at]+x, at+1 }
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
			add(int64(x) * int64(oneIf(side == winner)))
		}
	}
}

// luckCount returns the number of a fight's sums of luck.
func (of *Fought) luckCount() int { return luckSums * min(len(of.Sides), maxLuckySides) }

// luckNumbers returns the length of Counts.Luck.
func (of *Fought) luckNumbers() int {
	k := of.luckCount()
	return k + k*(k+1)/2 + k*len(of.Sides)
}

// fightsPerLuck is the number of fights per sum of luck from which the sums are used.
const fightsPerLuck = 20

// rateOfWins returns how often a side wins, -1 for nobody, without the part that luck explains, with bounds z standard errors away.
func (of *Fought) rateOfWins(t *Counts, side int, z float64) Rate {
	times, k, n := t.Undecided, of.luckCount(), float64(t.Runs)
	if side >= 0 {
		times = t.Wins[side]
	}
	plain := wilsonInterval(float64(times), n, z)
	few := fightsPerLuck * k
	if t.Runs < few || times == 0 || slices.ContainsFunc(t.Wins, func(wins int) bool { return min(wins, t.Runs-wins) < few/2 }) {
		return plain
	}
	with := func(i int) (sum float64) { // the luck of the fights that count
		for s := range of.Sides {
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
		products[i] = with(i) - float64(t.Luck[i])*share
		for j := range k {
			squares[i] = append(squares[i], float64(t.Luck[k+max(i, j)*(max(i, j)+1)/2+min(i, j)])-float64(t.Luck[i])*float64(t.Luck[j])/n)
		}
	}
	explained, slopes := 0.0, solveRegression(squares, products)
	for i, slope := range slopes {
		explained += slope * products[i]
		plain.Share -= slope * float64(t.Luck[i]) / n
	}
	all := n * share * (1 - share)
	plain.Share = min(1-1/n, max(1/n, plain.Share))
	unexplained := max(all-explained, all/n) / (n - float64(k) - 1)
	effective := n * plain.Share * (1 - plain.Share) / unexplained // number of fights that would be as precise without it
	adjusted := wilsonInterval(plain.Share*effective, effective, z)
	adjusted.Times, adjusted.Share = times, plain.Share
	return adjusted
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
