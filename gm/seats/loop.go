package seats

import (
	"context"
	"fmt"

	"hybrid/gm/guard"
)

// Loop runs what is posted to it, one after the other, in the goroutine that the session belongs to. Post may wait until
// that is done.
type Loop interface{ Post(func()) }

// runInLoop returns what do returns, run within a loop. It fails when the context is done, though do may run later, and when do
// panics without having changed the session.
func runInLoop[T any](ctx context.Context, loop Loop, do func() T) (T, error) {
	type outcome struct {
		got T
		err error
	}
	result := make(chan outcome, 1)
	go loop.Post(func() {
		var o outcome
		o.err = guard.Try("Page", func() { o.got = do() })
		result <- o
	})
	select {
	case o := <-result:
		return o.got, o.err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("The table didn't answer: %w", ctx.Err())
	}
}

// Queue is a loop of its own, for a session that nothing else runs.
type Queue struct {
	jobs chan func()
	over chan struct{}
}

// NewQueue returns a queue that runs nothing yet.
func NewQueue() *Queue { return &Queue{jobs: make(chan func()), over: make(chan struct{})} }

// Post hands over a function, and returns when the queue takes it or has ended.
func (q *Queue) Post(do func()) {
	select {
	case q.jobs <- do:
	case <-q.over:
	}
}

// Run runs what is posted until the context is done. It may be called once.
func (q *Queue) Run(ctx context.Context) {
	defer close(q.over)
	for {
		select {
		case do := <-q.jobs:
			do()
		case <-ctx.Done():
			return
		}
	}
}
