package draw

import (
	"os"
	"os/signal"
	"syscall"
)

// HandleEndSignals calls end, in another goroutine, at the first signal that would end the program, for example because its window
// is closed, so that end can restore the terminal. A second signal ends the program at once. Call stop to stop waiting for
// signals.
func HandleEndSignals(end func()) (stop func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		select {
		case <-signals:
			signal.Stop(signals)
			end()
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}
