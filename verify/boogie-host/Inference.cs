// Houdini over Boogie's conditions: the greatest set of candidates that is inductive in one procedure.
//
// Candidates are assumption literals of one incremental conversation; each counterexample drops every candidate that
// it refutes. Sound because dropping a candidate only removes an assumption, and because the kept ones are checked
// again, with everything else, when the procedure is decided (Decision.cs).
namespace Lockstep.BoogieHost;

internal sealed class Inference(Procedure procedure, IReadOnlyDictionary<string, string> candidates,
                                HashSet<string> dropped, int timeLimit) {
  private readonly List<Obligation> mine = procedure.Obligations.Where(o => o.Candidate != null).ToList();
  private readonly long deadline = Solver.Now + timeLimit;

  // False when candidates were dropped for want of time, not by a counterexample.
  public bool Run() {
    if (mine.Count == 0)
      return true;
    try {
      Begin();
      var settled = Together(3) || (procedure.Switch() && Again() && Together(2)) || OneByOne();
      procedure.Close();
      return settled;
    } catch (Exception e) when (e is SolverGone or SolverComplaint or InvalidDataException) {
      procedure.Abandon();
      dropped.UnionWith(mine.Select(o => o.Candidate!));
      return false;
    }
  }

  // Other assertions are not our question: under infer! they cannot be what fails.
  private void Begin() {
    procedure.Open();
    procedure.Declare("infer!");
    foreach (var o in procedure.Obligations.Where(o => o.Candidate == null))
      procedure.Assume($"(=> infer! (not {o.Fails}))");
  }

  private List<string> Literals() {
    var literals = candidates.Select(c => dropped.Contains(c.Key) ? $"(not {c.Value})" : c.Value).ToList();
    literals.Add("infer!");
    return literals;
  }

  private bool Again() {
    Begin();
    return true;
  }

  // All candidates in one question, as long as the solver has an answer before a fraction of the time is over.
  private bool Together(int fraction) {
    var until = Solver.Now + (deadline - Solver.Now) / fraction;
    while (true)
      switch (procedure.Check(Literals(), until)) {
        case Reply.Unsat: return true;
        case Reply.Sat: DropRefuted(); break;
        default: return false;
      }
  }

  private void DropRefuted() {
    var failing = procedure.Explain().Obligation;
    if (failing.Candidate == null || dropped.Contains(failing.Candidate))
      throw new InvalidDataException("a counterexample refutes nothing");
    var others = procedure.AlsoRefuted(failing);
    dropped.Add(failing.Candidate);
    dropped.UnionWith(others);
  }

  // One question per candidate, until a round drops nothing. What cannot be decided is dropped, too.
  private bool OneByOne() {
    var undecided = false;
    int before;
    do {
      before = dropped.Count;
      var kept = mine.Where(o => !dropped.Contains(o.Candidate!)).ToList();
      foreach (var o in kept.Where(o => !dropped.Contains(o.Candidate!)))
        undecided |= !Alone(o, kept);
    } while (dropped.Count != before);
    return !undecided;
  }

  private bool Alone(Obligation o, List<Obligation> kept) {
    if (!procedure.Running)
      Begin();
    var share = Math.Max(20, (deadline - Solver.Now) / (kept.Count + 1));
    procedure.Push();
    foreach (var other in kept.Where(other => other != o))
      procedure.Exclude(other);
    var reply = procedure.Check(Literals(), Math.Min(deadline, Solver.Now + share));
    if (reply == Reply.Sat)
      DropRefuted();
    else if (reply != Reply.Unsat)
      dropped.Add(o.Candidate!);
    procedure.Pop();
    return reply is Reply.Sat or Reply.Unsat;
  }
}
