package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/seats"
	"hybrid/rules"
)

// `hybrid serve`: a session with seats but without a dashboard, and the flags for seats. A seat is a player's place in the session: the
// page on a phone from which the player sees what the character knows, and proposes actions. A proposal waits until it is carried out.

// Names of the command and of the flag that opens the seats.
const (
	serveName = "serve"
	seatsFlag = "seats"
	// answerVerb begins a line that answers the open question.
	answerVerb = "answer"
)

// seatFlags holds the flags for players' seats.
type seatFlags struct {
	opensAtOnce   bool // whether the dashboard opens the seats at the start, as with --seats
	seats.Options      // address and host of the seats
}

// addFlags adds the flags for seats.
func (o *seatFlags) addFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.Addr, seatsFlag, "", "open the players' seats, at an `address` if this machine has several: 192.168.1.5, or with a port")
	flags.Lookup(seatsFlag).NoOptDefVal = " " // the value of --seats alone, since "" would require a value; resolveOptions trims it
	flags.StringVar(&o.Host, "seats-host", "", "public host `name` of a reverse proxy in front of the seats")
	flags.BoolVar(&o.BehindProxy, "seats-behind", false, "trust the proxy's headers for address and scheme")
}

// resolveOptions notes whether the flag that opens the seats was given, and returns the options.
func (o *seatFlags) resolveOptions(flags *pflag.FlagSet) seats.Options {
	o.opensAtOnce = flags.Changed(seatsFlag)
	o.Addr = strings.TrimSpace(o.Addr)
	return o.Options
}

// joinAddress replaces --seats ADDRESS in args by one argument, --seats=ADDRESS, since pflag wouldn't take the next argument as the value
// of a flag whose value is optional.
func joinAddress(args []string) (joined []string) {
	for _, arg := range args {
		if n := len(joined); n > 0 && joined[n-1] == "--"+seatsFlag && isAddress(arg) {
			joined[n-1] += "=" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}

// isAddress reports whether text looks like an address, with or without a port: it contains a colon, or only digits and dots.
func isAddress(text string) bool {
	if strings.ContainsAny(text, `/\`) { // a path, such as that of a campaign
		return false
	}
	isNumeric := strings.Contains(text, ".") && strings.Trim(text, ".0123456789") == ""
	return isNumeric || strings.Contains(text, ":")
}

// serveCommand returns the command `serve`.
func serveCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   serveName + " [CAMPAIGN]",
		Short: "Serve players' phones without a dashboard",
		Long: "Serve the players' phones without a dashboard. Type lines as at the dashboard's prompt: `seats` lists the players who\n" +
			"ask to join, `seats accept 1` admits one, and `quit` ends the program. Actions that players propose are done when\n" +
			"their turn comes. After `seats auto none`, they wait for `seats take NAME`. `answer duck` answers what the rules\n" +
			"ask while one is done, if the player can't.",
		Args: wantAtMost("CAMPAIGN"), ValidArgsFunction: completeCampaign,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.openNamedCampaign(args); err != nil {
				return err
			}
			dir, err := p.stateDir()
			if err != nil {
				return err
			}
			options := p.seats.resolveOptions(cmd.Flags())
			door, err := seats.Listen(options)
			if err != nil {
				return err
			}
			meter := newProgress(p.stderr)
			s, err := p.openSession(dir, meter)
			meter.stopShowing()
			if err != nil {
				return errors.Join(err, door.Close())
			}
			return errors.Join(p.serveSession(s, door, options), s.Close())
		},
	}
	p.seats.addFlags(cmd.Flags())
	return cmd
}

// seatHost serves the seats of a session without a dashboard. Everything that uses the session runs as a function on the queue, one after
// the other, since the session isn't safe for concurrent use.
type seatHost struct {
	*program
	played       *gm.Session    // session that is played
	options      seats.Options  // settings of the seats
	queue        *seats.Queue   // functions that use the session, which run one after the other
	server       *seats.Server  // HTTP server of the seats' pages; nil until it is opened
	output       *textWriter    // writer of the log, and of requests and questions for the game master
	written      map[int64]bool // set of the IDs of the requests to join that were written
	lastProposal int64          // ID of the last proposal that was written; 0 for none
	lastQuestion int64          // ID of the last question that was written; 0 for none
}

// serveSession runs a session and its seats, served at door, until quit is typed or the process is interrupted.
func (p *program) serveSession(s *gm.Session, door *seats.Door, options seats.Options) error {
	var refusal *rules.Refusal
	if err := s.Gather(); err != nil && !errors.As(err, &refusal) {
		return errors.Join(err, door.Close())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	h := &seatHost{program: p, played: s, options: options, queue: seats.NewQueue(), output: p.textWriter(), written: map[int64]bool{}}
	h.options.Auto = true                                          // proposals are carried out when their turn comes
	h.options.Notify = func() { go h.queue.Post(h.writeRequests) } // called for a new request or proposal
	h.options.RunForSeat = h.runFromSeat                           // runs the commands that come from seats
	var err error
	if h.server, err = door.Open(s, h.queue, h.options); err != nil {
		return err
	}
	defer h.server.Close()
	for _, row := range seats.QR(h.server.Link()) {
		h.output.writeLine("%s", row)
	}
	p.seatsLine(h.output, h.server, "")
	p.tellNotices(s)
	h.writeQuestion()
	go p.readLines(ctx, stop, h.queue, func(line string) { p.serveLine(h.output, s, h.server, line); h.carryOutProposals() })
	h.queue.Run(ctx)
	return h.output.err
}

// carryOutProposals carries out the proposals whose turn has come.
func (h *seatHost) carryOutProposals() {
	h.tellNotices(h.played)
	if _, err := seats.CarryOutDue(h.played, h.options); err != nil {
		h.writeNote("%v", withAnswerHint(err))
	}
	h.writeQuestion()
}

// writeQuestion writes the open question of a player's action, unless it was written before.
func (h *seatHost) writeQuestion() {
	q := h.played.OpenQuestion()
	if q == nil || q.Command.By == "" || q.ID == h.lastQuestion {
		return
	}
	h.lastQuestion = q.ID
	answer := strings.Join(q.Need.ChoiceNames(), " / ")
	if q.Need.Die > 0 {
		answer = "1"
	}
	text := q.Need.Text
	if !strings.HasSuffix(text, "?") {
		text += "."
	}
	h.output.writeLine("%s Type `%s %s`.", text, answerVerb, cmp.Or(answer, q.Need.DefaultAnswer(), "FACES"))
}

// writeRequests writes the requests to join and the proposals that players have made since the last call. Proposals whose turn has come are
// carried out first.
func (h *seatHost) writeRequests() {
	for _, request := range h.server.JoinRequests() {
		if !h.written[request.ID] {
			h.written[request.ID] = true
			h.output.writeLine("%s: admit with `seats accept %d`", request.Text(), request.ID)
		}
	}
	h.carryOutProposals()
	for _, proposal := range h.played.Proposals().List() {
		if proposal.ID > h.lastProposal {
			h.lastProposal = proposal.ID
			h.output.writeLine("%s: carry it out with `seats take %s`", seats.DescribeProposal(h.played, &proposal), seats.ProposalName(h.played, &proposal))
		}
	}
}

// runFromSeat runs a command that comes from a seat, and writes its entry. It is called on the queue, so the proposals that can be carried
// out afterwards must be posted from another goroutine.
func (h *seatHost) runFromSeat(do func(*gm.Session) (gm.Entry, error)) (gm.Entry, error) {
	before := h.played.State()
	entry, err := do(h.played)
	if err == nil {
		_ = writeEntry(h.program, h.output, h.played, &entry, before) // output keeps its error
		go h.queue.Post(h.carryOutProposals)
	}
	h.writeQuestion()
	return entry, err
}

// readLines calls do with each typed line, on the queue, and waits until it is done. When “quit” is typed, it calls quit and returns. It
// also returns at the end of the input, which doesn't end the session.
func (p *program) readLines(ctx context.Context, quit func(), queue *seats.Queue, do func(string)) {
	for lines := bufio.NewScanner(p.stdin); lines.Scan() && ctx.Err() == nil; {
		line := strings.TrimSpace(lines.Text())
		if line == "quit" {
			quit()
			return
		}
		done := make(chan struct{})
		queue.Post(func() { do(line); close(done) })
		select {
		case <-done:
		case <-ctx.Done():
		}
	}
}

// serveLine runs a line of the prompt, or of the verb `seats`, and writes the result.
func (p *program) serveLine(w *textWriter, s *gm.Session, server *seats.Server, line string) {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "":
		return
	case seats.Verb:
		p.seatsLine(w, server, rest)
		return
	}
	before := s.State()
	entry, err := doOrAnswer(s, line)
	if err == nil {
		err = writeEntry(p, w, s, &entry, before)
	}
	if err != nil && (s.OpenQuestion() == nil || s.OpenQuestion().Command.By == "") { // writeQuestion writes those of players
		p.writeNote("%v", withAnswerHint(err))
	}
}

// doOrAnswer runs a line of the prompt, or answers the open question with the words after answerVerb.
func doOrAnswer(s *gm.Session, line string) (gm.Entry, error) {
	verb, answer, _ := strings.Cut(line, " ")
	q := s.OpenQuestion()
	if verb != answerVerb || q == nil {
		return s.Do(command.Command{Line: line, Typed: true})
	}
	if q.Need.Die > 0 {
		return s.Reply(q.ID, gm.Reply{Text: answer})
	}
	return s.Reply(q.ID, gm.Reply{Choice: answer})
}

// seatsLine runs the line `seats` with the words in rest and writes the answer.
func (p *program) seatsLine(w *textWriter, server *seats.Server, rest string) {
	texts, err := server.RunLine(rest)
	if err != nil {
		p.writeNote("%v", err)
	}
	for _, line := range texts {
		w.writeLine("%s", line)
	}
}
