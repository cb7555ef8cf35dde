// A request's way: Boogie text to a program, to verification conditions, to outcomes.
using Microsoft.Boogie;
using Microsoft.Boogie.SMTLib;
using VC;

namespace Lockstep.BoogieHost;

internal sealed class ErrorList : IErrorSink {
  public readonly List<string> Errors = new();
  public void Error(IToken tok, string msg) => Errors.Add($"{tok.line}:{tok.col}: {msg}");
}

internal sealed class BadProgram(string what) : Exception(what);

internal sealed class Verifier(SolverSlot slot) {
  private Request request = new();
  private Response response = new();
  private readonly HashSet<string> dropped = new();
  private readonly SortedDictionary<string, string> candidates = new(StringComparer.Ordinal); // to SMT-LIB names

  public Response Run(Request r) {
    request = r;
    response = new Response { Id = r.Id };
    dropped.Clear();
    candidates.Clear();
    var began = Solver.Now;
    try {
      Verify();
    } catch (SolverGone e) when (e.Late) { // a machine under load, say: no reason to doubt the solver
      response.Candidates.Clear();
      foreach (var f in response.Assertions.Values)
        f.Worsen(Outcome.Timeout, e.Message);
    } catch (Exception e) {
      response.Assertions.Clear();
      response.Candidates.Clear();
      response.Error = e is BadProgram or SolverGone
        ? e.Message : "internal error of the Boogie host: " + e.GetType().Name + ": " + e.Message;
    }
    response.Seconds = (Solver.Now - began) / 1000.0;
    return response;
  }

  private void Verify() {
    var options = Options();
    var program = Load(options);
    foreach (var impl in program.Implementations)
      foreach (var a in impl.Blocks.SelectMany(b => b.Cmds).OfType<AssertCmd>())
        if (Procedure.IdOf(a) is { } id)
          response.Assertions.TryAdd(id, new Finding());
    using var transcript = request.Proof == "" ? null : new StreamWriter(request.Proof + ".smt2");
    var prover = (Prover)ProverInterface.CreateProver(options, program, null, false, 0);
    var features = new Features(program);
    var session = new Session(slot, request, prover, features) { Transcript = transcript };
    foreach (var c in program.Constants)
      if (c.TypedIdent.Type is BasicType or BvType) {
        var name = prover.Declare(prover.Context.BoogieExprTranslator.LookupVariable(c));
        session.Constants.Add((c.Name, name));
        if (request.Houdini && c.TypedIdent.Type.IsBool && c.Attributes.FindBoolAttribute("existential"))
          candidates[c.Name] = name;
      }
    var pool = new CheckerPool(options);
    var procedures = program.Implementations
      .Select(impl => new Procedure(session, impl, program, pool, options, candidates.Keys)).ToList();
    var settled = candidates.Count == 0 || Infer(procedures);
    var assumptions = Literals().ToList();
    var ways = Way.For(request, features);
    foreach (var p in procedures)
      new Decision(p, assumptions, request, ways, response.Assertions, settled).Run();
    foreach (var c in candidates.Keys)
      response.Candidates[c] = !dropped.Contains(c);
    response.Queries = session.Queries;
    response.Solver = slot.Version();
  }

  private CommandLineOptions Options() {
    var options = new CommandLineOptions(TextWriter.Null, new ConsolePrinter()) {
      TheProverFactory = new ProverFactory(),
      CreateSolver = (_, _) => new NoSolver(),
    };
    string[] words = request.Cvc5 ? ["/printModel:1", "/proverOpt:SOLVER=CVC5"] : ["/printModel:1"];
    if (!options.Parse(words))
      throw new BadProgram("Boogie does not take the host's options");
    return options;
  }

  private Program Load(CommandLineOptions options) {
    var messages = new StringWriter();
    Console.SetOut(messages);
    var errors = Parser.Parse(request.Program, "program.bpl", out var program);
    if (program == null || errors != 0)
      throw new BadProgram("the program does not parse: " + FirstLine(messages));
    var sink = new ErrorList();
    if (program.Resolve(options, sink) != 0 || program.Typecheck(options, sink) != 0)
      throw new BadProgram("the program is ill-formed: " + (sink.Errors.FirstOrDefault() ?? FirstLine(messages)));
    if (!MonomorphismChecker.IsMonomorphic(program))
      throw new BadProgram("the program is polymorphic");
    options.TypeEncodingMethod = CoreOptions.TypeEncoding.Monomorphic;
    UnusedVarEliminator.Eliminate(program);
    BlockCoalescer.CoalesceBlocks(program);
    return program;
  }

  private static string FirstLine(StringWriter messages) =>
    messages.ToString().Split('\n', 2)[0].Trim() is { Length: > 0 } line ? line : "no message";

  // The assumptions that switch the candidates on and off.
  private IEnumerable<string> Literals() =>
    candidates.Select(c => dropped.Contains(c.Key) ? $"(not {c.Value})" : c.Value);

  // Drops candidates until the others are inductive. False when some were dropped for want of time, not by a model.
  private bool Infer(List<Procedure> procedures) {
    var settled = true;
    int before;
    do {
      before = dropped.Count;
      foreach (var p in procedures)
        settled &= new Inference(p, candidates, dropped, request.TimeLimit).Run();
    } while (procedures.Count > 1 && dropped.Count != before);
    return settled;
  }
}
