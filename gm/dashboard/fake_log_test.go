package dashboard

import "hybrid/gm"

func logLine(seq int64, text string) gm.LogLine {
	return gm.LogLine{Seq: seq, Show: func() string { return text }}
}
