package draw

import (
	"os"
	"os/signal"
	"syscall"
)

// OnEnd calls end when the program is told to end by a signal, such as when its window is closed: the terminal is to be given back
// then. A second signal ends it at once. The function that is returned ends the wait for a signal.
func OnEnd(end func()) (stop func()) {
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
