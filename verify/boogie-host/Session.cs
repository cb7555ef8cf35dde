// A program's conversation with a solver process: declarations once, then one procedure after the other.
using System.Text;
using Microsoft.Boogie;
using Microsoft.Boogie.SMTLib;

namespace Lockstep.BoogieHost;

// The solver process that outlives a program: started ahead of time, reset between programs, replaced when it died.
internal sealed class SolverSlot {
  private Solver? solver;
  private string key = "", version = "";
  private bool fresh;

  public static readonly string[] Z3Arguments = ["-smt2", "-in"];
  public static readonly string[] Cvc5Arguments =
    ["--lang=smt", "--no-strict-parsing", "--incremental", "--produce-models", "--quiet"];

  // A process with nothing said to it yet.
  public Solver Take(bool cvc5, string path) {
    var wanted = (cvc5 ? "cvc5 " : "z3 ") + path;
    lock (this) {
      if (solver is { Alive: true } && key == wanted) {
        solver.Transcript = null;
        if (!fresh)
          solver.Reset();
      } else {
        solver?.Close();
        solver = null;
        if (key != wanted)
          version = "";
        solver = new Solver(cvc5 ? "cvc5" : "Z3", path, cvc5 ? Cvc5Arguments : Z3Arguments);
        key = wanted;
      }
      fresh = false;
      return solver;
    }
  }

  public void Warm(bool cvc5, string path) {
    Take(cvc5, path);
    fresh = true;
  }

  public string Version() {
    if (version == "" && solver is { Alive: true })
      version = solver.Ask("(get-info :version)") is { ArgCount: 1 } v ? v[0].Name : "";
    return key.StartsWith("cvc5") ? "cvc5 " + version : "Z3 " + version;
  }

  public void Close() {
    lock (this)
      solver?.Close();
  }
}

internal sealed class Session {
  private readonly SolverSlot slot;
  private readonly Request request;
  private readonly Prover prover;

  private const int Grace = 700; // ms that a solver may be late before it is killed
  private Solver? solver;
  private int declared;          // how much of the prover's declarations this process has heard
  private int arithmetic;        // Z3's arithmetic solver
  private bool opaque;           // products of unknowns are numbers of which nothing is known

  // Z3's old simplex is the faster one by far on linear conditions, the new one alone is of use on products
  // (measurements in docs/boogie-host.md). Whichever is chosen first, the other gets its turn: Switch.
  public const int Linear = 2, NonLinear = 6;

  public Prover Prover => prover;
  public readonly List<(string Constant, string Name)> Constants = new();
  public int Queries { get; private set; }
  public bool Running => solver is { Alive: true };
  public TextWriter? Transcript;

  public Session(SolverSlot slot, Request request, Prover prover, Features features) {
    (this.slot, this.request, this.prover) = (slot, request, prover);
    arithmetic = features.Products ? NonLinear : Linear;
  }

  // A running solver that knows every declaration.
  public void Start() {
    if (!Running) {
      solver = slot.Take(request.Cvc5, request.SolverPath);
      solver.Limit(request.Memory);
      solver.Transcript = Transcript;
      solver.Errors.Clear();
      declared = 0;
      if (!request.Cvc5) {
        solver.Send($"(set-option :smt.arith.solver {(opaque ? Linear : arithmetic)})");
        solver.Send($"(set-option :smt.arith.nl {(opaque ? "false" : "true")})");
      }
    }
    var all = prover.Declarations;
    if (declared < all.Length)
      solver!.Send(all[declared..]);
    declared = all.Length;
  }

  public void Send(string text) => solver!.Send(text);

  // After something went wrong: the next Start begins with another process.
  public void Abandon() => solver?.Close();

  // Z3's other arithmetic solver; everything must be said again after the next Start. False when there is none.
  public bool Switch() {
    if (request.Cvc5)
      return false;
    arithmetic = arithmetic == Linear ? NonLinear : Linear;
    Forget();
    return true;
  }

  // From the next Start on, if that is true: everything must be said again then.
  public bool TakeProducts(bool asOpaque) {
    if (request.Cvc5 || opaque == asOpaque)
      return false;
    opaque = asOpaque;
    Forget();
    return true;
  }

  private void Forget() {
    if (solver != null)
      solver.Transcript?.WriteLine("(reset)");
    solver = null;
  }

  // What helps on bit-vectors where the incremental search does not: simplify everything first, then search afresh.
  private static string Prepared(long ms) =>
    $"(check-sat-using (try-for (then simplify propagate-values solve-eqs elim-uncnstr simplify smt) {ms}))";

  public (Reply, string) Check(IReadOnlyCollection<string> literals, long deadline, bool prepared = false) {
    var left = deadline - Solver.Now;
    if (left <= 0)
      return (Reply.Late, "time limit");
    if (!Running)
      return (Reply.Unknown, Ended);
    Queries++;
    solver!.Send(request.Cvc5 ? $"(set-option :tlimit-per {left})" : $"(set-option :timeout {left})");
    var question = prepared ? Prepared(left)
      : literals.Count == 0 ? "(check-sat)" : "(check-sat-assuming (" + string.Join(' ', literals) + "))";
    SExpr? answer;
    try {
      answer = solver.Ask(question, deadline + Grace);
    } catch (SolverGone e) {
      return e.Late ? (Reply.Late, "time limit") : (Reply.Unknown, Ended);
    }
    if (solver.Errors.Exists(OutOfMemory))
      return (Reply.Unknown, MemoryLimit);
    if (solver.Errors.Count > 0)
      return solver.Errors.Exists(TimeOut) ? (Reply.Late, "time limit") : throw new SolverComplaint(solver.Errors[0]);
    return answer?.Name switch {
      "unsat" => (Reply.Unsat, ""),
      "sat" => (Reply.Sat, ""),
      "unknown" => Solver.Now >= deadline - left / 20 ? (Reply.Late, "time limit") : Unknown(),
      _ => (Reply.Unknown, "the solver answered " + (answer?.ToString() ?? "nothing")),
    };
  }

  private (Reply, string) Unknown() {
    var why = solver!.Ask("(get-info :reason-unknown)") is { ArgCount: 1 } info ? info[0].Name : "";
    solver.Errors.Clear(); // a solver need not have a reason
    return TimeOut(why) ? (Reply.Late, "time limit") : OutOfMemory(why) ? (Reply.Unknown, MemoryLimit) : (Reply.Unknown, why == "" ? "unknown" : why);
  }

  private string MemoryLimit => request.Memory == 0 ? "the solver is out of memory" : $"memory limit of {request.Memory} MB";

  private string Ended => request.Memory == 0 ? "the solver ended unexpectedly"
    : $"the solver ended, probably at the memory limit of {request.Memory} MB";

  private static bool OutOfMemory(string reason) =>
    reason.Contains("out of memory") || reason.Contains("memout") || reason.Contains("bad_alloc") ||
    reason.Contains("max. memory");

  private static bool TimeOut(string reason) =>
    reason.Contains("timeout") || reason.Contains("canceled") || reason.Contains("resource limit") ||
    reason.Contains("resourceout");

  // The values of a get-value request, in order.
  public List<SExpr> Values(string query) {
    var answer = solver!.Ask(query);
    if (answer == null || solver.Errors.Count > 0)
      throw new SolverComplaint(solver.Errors.FirstOrDefault() ?? "no model");
    var pairs = answer.Name == "" ? answer.Arguments : [new SExpr(answer.Name, answer.Arguments)];
    return pairs.Select(p => p.Arguments[^1]).ToList();
  }
}

// The solver rejected something that it was told.
internal sealed class SolverComplaint(string what) : Exception("the solver says: " + what);
