// Boogie's translation of verification conditions to SMT-LIB, without Boogie's own conversation with the solver.
using Microsoft.Boogie;
using Microsoft.Boogie.SMTLib;
using Microsoft.Boogie.VCExprAST;

namespace Lockstep.BoogieHost;

internal sealed class Prover(SMTLibOptions options, SMTLibSolverOptions solverOptions, VCExpressionGenerator gen,
                             SMTLibProverContext context)
  : SMTLibInteractiveTheoremProver(options, solverOptions, gen, context) {

  // The formula as text; everything that it needs has been declared when this returns.
  public string Declare(VCExpr e) {
    PrepareCommon();
    var text = VCExpr2String(e, 1);
    FlushAxioms();
    return text;
  }

  // The SMT-LIB name of a constant that has been declared.
  public string NameOf(Variable v) => Namer.GetQuotedName(Context.BoogieExprTranslator.LookupVariable(v), v.Name);

  // What has been declared so far, for a solver that starts over.
  public string Declarations => common.ToString();

  public void Use(SMTLibSolver solver) => Process = solver;
}

internal sealed class ProverFactory : Factory {
  protected override SMTLibProcessTheoremProver SpawnProver(SMTLibOptions libOptions, ProverOptions options,
    VCExpressionGenerator gen, SMTLibProverContext ctx) => new Prover(libOptions, (SMTLibSolverOptions)options, gen, ctx);
}

// Where a prover's text goes before a solver is there.
internal sealed class NoSolver : SMTLibSolver {
  public override event Action<string> ErrorHandler { add { } remove { } }
  public override void AddErrorHandler(Action<string> handler) { }
  public override void Close() { }
  public override void Send(string cmd) { }
  public override void NewProblem(string descriptiveName) { }
  public override Task PingPong() => Task.CompletedTask;
  public override Task<SExpr> SendRequest(string request, CancellationToken token = default) =>
    throw new NotSupportedException();
  public override Task<IReadOnlyList<SExpr>> SendRequestsAndCloseInput(IReadOnlyList<string> requests,
    CancellationToken token = default) => throw new NotSupportedException();
}
