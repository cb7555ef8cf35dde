// The outcomes of one procedure's assertions.
//
// One question for all of them; each counterexample refutes one assertion, which is then excluded; "unsat" proves the
// rest. Where the solver has no answer, it is asked in another way, and at last about one assertion after the other.
namespace Lockstep.BoogieHost;

internal sealed class Decision(Procedure procedure, IReadOnlyList<string> assumptions, Request request, Way[] ways,
                               Dictionary<string, Finding> findings, bool settled) {
  private readonly List<Obligation> open = procedure.Obligations.ToList();
  private readonly long deadline = Solver.Now + request.TimeLimit;
  private int refutations;
  private string doubt = ""; // why nothing of this procedure is proved

  public void Run() {
    try {
      if (open.Count > 0) {
        procedure.TakeProducts(ways[0].Opaque);
        Begin();
        Ask();
        procedure.Close();
      }
    } catch (Exception e) when (e is SolverGone or SolverComplaint or InvalidDataException) {
      procedure.Abandon();
      doubt = e.Message;
    }
    if (doubt != "")
      foreach (var o in procedure.Obligations)
        Record(o, Outcome.Unknown, doubt);
  }

  private void Begin() {
    procedure.Open();
    foreach (var a in assumptions)
      procedure.Assume(a);
    foreach (var o in procedure.Obligations.Except(open))
      procedure.Exclude(o);
  }

  // The last way may use all of the time, when there is nothing to be asked one by one.
  private void Ask() {
    var several = open.Select(o => o.Id).Distinct().Count() > 1;
    for (var i = 0; i < ways.Length; i++) {
      if (ways[i].Switch)
        procedure.Switch();
      var other = procedure.TakeProducts(ways[i].Opaque);
      if (ways[i].Switch || other || !procedure.Running)
        Begin();
      var percent = i == ways.Length - 1 && !several ? 100 : ways[i].Percent;
      if (Together(deadline - (long)request.TimeLimit * (100 - percent) / 100, ways[i]))
        return;
    }
    if (several)
      OneByOne();
    else
      Undecided(open, procedure.Reply);
  }

  private long Share(int ways) => Solver.Now + Math.Max(20, (deadline - Solver.Now) / ways);

  // True when nothing is left to ask.
  private bool Together(long until, Way way) {
    while (true)
      switch (procedure.Check([], until, way.Prepared)) {
        case Reply.Unsat:
          return true;
        case Reply.Sat when way.Opaque: // of numbers that are no products
          return false;
        case Reply.Sat:
          Refute(procedure.Explain());
          if (open.Count == 0)
            return true;
          if (refutations < request.ErrorLimit)
            break;
          Record(open, Outcome.Unknown, "error limit");
          return true;
        default:
          return false;
      }
  }

  private void OneByOne() {
    while (open.Count > 0) {
      if (!procedure.Running)
        Begin();
      var group = open.Where(o => o.Id == open[0].Id).ToList();
      var left = open.Select(o => o.Id).Distinct().Count();
      procedure.Push();
      foreach (var o in open.Except(group))
        procedure.Exclude(o);
      var until = Math.Min(deadline, Share(left));
      var prepare = ways.Any(w => w.Prepared);
      var reply = procedure.Check([], prepare ? (Solver.Now + until) / 2 : until);
      if (prepare && procedure.Running && reply is not (Reply.Sat or Reply.Unsat))
        reply = procedure.Check([], until, prepared: true);
      if (reply == Reply.Sat)
        Refute(procedure.Explain(), asserted: false);
      else if (reply != Reply.Unsat)
        Undecided(group, reply);
      procedure.Pop();
      open.RemoveAll(group.Contains);
      if (procedure.Running)
        group.ForEach(procedure.Exclude);
    }
  }

  // The other checks of a refuted assertion need no answer.
  private void Refute(Counterexample found, bool asserted = true) {
    var failing = found.Obligation;
    refutations++;
    if (failing.Id == null)
      doubt = failing.Candidate == null ? "an assertion without an id fails" : "a candidate is not inductive";
    else if (settled)
      findings[failing.Id].Worsen(Outcome.Refuted, "", found.Model);
    else
      findings[failing.Id].Worsen(Outcome.Unknown, "the inference of invariants ran out of time");
    if (!asserted)
      return;
    foreach (var o in open.Where(o => o == failing || (o.Id != null && o.Id == failing.Id)))
      procedure.Exclude(o);
    open.RemoveAll(o => o == failing || (o.Id != null && o.Id == failing.Id));
  }

  private void Undecided(List<Obligation> list, Reply reply) =>
    Record(list, reply == Reply.Late ? Outcome.Timeout : Outcome.Unknown, procedure.Reason);

  private void Record(List<Obligation> list, Outcome outcome, string reason) {
    foreach (var o in list)
      Record(o, outcome, reason);
  }

  private void Record(Obligation o, Outcome outcome, string reason) {
    if (o.Id != null)
      findings[o.Id].Worsen(outcome, reason);
    else if (doubt == "")
      doubt = "an assertion without an id is undecided: " + reason;
  }
}
