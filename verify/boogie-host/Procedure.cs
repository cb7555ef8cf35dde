// One procedure's verification condition, and the questions asked about it.
//
// Boogie's condition carries an uninterpreted function ControlFlow: a counterexample's path is ControlFlow(0, 0),
// ControlFlow(0, that), ... until a negative number, which names the assertion that fails. Excluding assertion k in
// block b is the constraint ControlFlow(0, b) != -k. A solver's "unknown" stays unknown: only "sat" refutes and only
// "unsat" proves.
using System.Globalization;
using System.Numerics;
using System.Text;
using Microsoft.Boogie;
using Microsoft.BaseTypes;
using Microsoft.Boogie.VCExprAST;
using VC;

namespace Lockstep.BoogieHost;

internal sealed class Obligation {
  public required int Number, Block, Position; // Position: index among the block's commands
  public string? Id;                           // the {:id} of the assertion
  public string? Candidate;                    // the existential constant that switches it
  public string? Holds;                        // SMT-LIB name of its formula, where there are candidates
  public string Fails => $"(= (ControlFlow 0 {Block}) (- {Number}))";
}

internal enum Reply { Unsat, Sat, Unknown, Late }

internal sealed class Counterexample {
  public required Obligation Obligation;
  public required Dictionary<string, string> Model;
}

internal sealed class Procedure {
  private readonly Session session;
  private readonly string condition;
  private readonly List<int> blocks = new();
  public readonly List<Obligation> Obligations = new();
  public string Name { get; }
  public Reply Reply { get; private set; }          // the last one
  public string Reason { get; private set; } = ""; // of the last one, when Unknown or Late
  public bool Running => session.Running;

  public Procedure(Session session, Implementation impl, Program program, CheckerPool pool, VCGenOptions options,
                   ICollection<string> candidates) {
    this.session = session;
    Name = impl.Name;
    var generator = new VerificationConditionGenerator(program, pool);
    generator.PrepareImplementation(new ImplementationRun(impl, TextWriter.Null),
                                    new VerificationResultCollector(options), out _, out _);
    var gen = session.Prover.VCExprGen;
    var ids = new ControlFlowIdMap<Absy>();
    var vc = generator.GenerateVC(impl, gen.Integer(BigNum.ZERO), ids, session.Prover.Context);
    var entry = gen.Eq(gen.ControlFlowFunctionApplication(gen.Integer(BigNum.ZERO), gen.Integer(BigNum.ZERO)),
                       gen.Integer(BigNum.FromInt(ids.GetId(impl.Blocks[0]))));
    condition = session.Prover.Declare(gen.Implies(entry, vc));
    foreach (var block in impl.Blocks) {
      blocks.Add(ids.GetId(block));
      for (var i = 0; i < block.Cmds.Count; i++)
        if (block.Cmds[i] is AssertCmd a)
          Obligations.Add(new Obligation {
            Number = ids.GetId(a), Block = ids.GetId(block), Position = i, Id = IdOf(a),
            Candidate = CandidateOf(a.Expr, candidates),
          });
    }
    if (candidates.Count > 0)
      DeclareFormulas(impl, ids);
  }

  // A loop invariant's two checks are assertions that Boogie made from ours.
  public static string? IdOf(AssertCmd a) {
    var original = a switch {
      LoopInitAssertCmd init => init.originalAssert,
      LoopInvMaintainedAssertCmd kept => kept.originalAssert,
      _ => a,
    };
    return QKeyValue.FindStringAttribute(original.Attributes, "id");
  }

  // c ==> formula, perhaps below other implications; or !c, which is c ==> false.
  private static string? CandidateOf(Expr e, ICollection<string> candidates) {
    while (e is NAryExpr n) {
      if (n.Fun is not (BinaryOperator { Op: BinaryOperator.Opcode.Imp } or UnaryOperator { Op: UnaryOperator.Opcode.Not }))
        return null;
      if (n.Args[0] is IdentifierExpr { Decl: Constant c } && candidates.Contains(c.Name))
        return c.Name;
      e = n.Args[^1];
    }
    return null;
  }

  private readonly StringBuilder formulas = new();

  // Names for the assertions' formulas, so that one model can tell of several at once.
  private void DeclareFormulas(Implementation impl, ControlFlowIdMap<Absy> ids) {
    var commands = impl.Blocks.ToDictionary(ids.GetId, b => b.Cmds);
    foreach (var o in Obligations) {
      var expr = ((AssertCmd)commands[o.Block][o.Position]).Expr;
      var text = session.Prover.Declare(session.Prover.Context.BoogieExprTranslator.Translate(expr));
      o.Holds = "holds!" + o.Number;
      formulas.Append("(define-fun ").Append(o.Holds).Append(" () Bool ").Append(text).Append(")\n");
    }
  }

  // Begins the conversation, after everything that the program declares.
  public void Open() {
    session.Start();
    session.Send("(push 1)");
    session.Send("; procedure " + Name);
    session.Send("(assert (not " + condition + "))");
    if (formulas.Length > 0)
      session.Send(formulas.ToString());
  }

  public void Close() {
    if (session.Running)
      session.Send("(pop 1)");
  }

  public void Exclude(Obligation o) => session.Send("(assert (not " + o.Fails + "))");

  public void Assume(string formula) => session.Send("(assert " + formula + ")");

  public void Push() => session.Send("(push 1)");

  public void Pop() => Close();

  public void Abandon() => session.Abandon();

  public bool Switch() => session.Switch();

  public bool TakeProducts(bool opaque) => session.TakeProducts(opaque);

  public void Declare(string name) => session.Send("(declare-fun " + name + " () Bool)");

  public Reply Check(IReadOnlyCollection<string> literals, long deadline, bool prepared = false) {
    var (reply, reason) = session.Check(literals, deadline, prepared);
    Reply = reply;
    Reason = reason;
    return reply;
  }

  // After Sat: the assertion that fails, and the values of the program's constants.
  public Counterexample Explain() {
    var query = new StringBuilder("(get-value ((ControlFlow 0 0)");
    foreach (var b in blocks)
      query.Append(" (ControlFlow 0 ").Append(b).Append(')');
    foreach (var (_, name) in session.Constants)
      query.Append(' ').Append(name);
    var values = session.Values(query.Append("))").ToString());
    var next = new Dictionary<int, int> { [0] = Number(values[0]) };
    for (var i = 0; i < blocks.Count; i++)
      next[blocks[i]] = Number(values[i + 1]);
    var at = 0;
    for (var steps = 0; next[at] > 0 && steps <= blocks.Count; steps++) {
      at = next[at];
      if (!next.ContainsKey(at))
        throw new InvalidDataException("the model's path leaves the procedure");
    }
    var failing = Obligations.Find(o => o.Block == at && o.Number == -next[at]) ??
                  throw new InvalidDataException("the model's path ends in no assertion");
    var model = new Dictionary<string, string>();
    for (var i = 0; i < session.Constants.Count; i++)
      if (Value(values[blocks.Count + 1 + i]) is { } text)
        model[session.Constants[i].Constant] = text;
    return new Counterexample { Obligation = failing, Model = model };
  }

  // After Sat: the candidates refuted by the same model, at the same place as the failing one. What stands between
  // two assertions of the place is nothing, so the state that fails the first reaches the others once it is dropped,
  // unless an assertion that cannot be dropped fails in between.
  public List<string> AlsoRefuted(Obligation failing) {
    var place = new List<Obligation>();
    foreach (var o in Obligations.Where(o => o.Block == failing.Block && o.Position > failing.Position)) {
      if (o.Position != failing.Position + place.Count + 1)
        break;
      place.Add(o);
    }
    if (place.Count == 0)
      return new List<string>();
    var values = session.Values("(get-value (" + string.Join(' ', place.Select(o => o.Holds)) + "))");
    return place.Zip(values).TakeWhile(p => p.First.Candidate != null || p.Second.Name == "true")
      .Where(p => p.Second.Name == "false").Select(p => p.First.Candidate!).ToList();
  }

  private static int Number(SExpr e) =>
    e.Name == "-" && e.ArgCount == 1 ? -Number(e[0]) : int.TryParse(e.Name, out var n) ? n : 0;

  // Booleans, integers and bit-vectors; null for values of other types.
  private static string? Value(SExpr e) {
    if (e.Name == "-" && e.ArgCount == 1)
      return "-" + e[0].Name;
    if (e.Name == "_" && e.ArgCount == 2 && e[0].Name.StartsWith("bv"))
      return e[0].Name[2..];
    if (!e.IsId)
      return null;
    if (e.Name.StartsWith("#x"))
      return BigInteger.Parse("0" + e.Name[2..], NumberStyles.HexNumber).ToString();
    if (e.Name.StartsWith("#b"))
      return e.Name[2..].Aggregate(BigInteger.Zero, (v, bit) => v * 2 + (bit - '0')).ToString();
    return e.Name is "true" or "false" || char.IsAsciiDigit(e.Name[0]) ? e.Name : null;
  }
}
