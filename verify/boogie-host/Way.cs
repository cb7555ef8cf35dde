// Ways to ask a solver the same question, and which of them a program gets (measurements in docs/boogie-host.md).
using Microsoft.Boogie;

namespace Lockstep.BoogieHost;

// What decides how a program is best solved.
internal sealed class Features : ReadOnlyVisitor {
  public bool Products { get; private set; }   // multiplies or divides by something that is no constant
  public bool Divisions { get; private set; }  // divides by something that is no constant
  public bool BitVectors { get; private set; }
  public bool Quantifiers { get; private set; }

  public Features(Program program) => VisitProgram(program);

  public override Expr VisitNAryExpr(NAryExpr node) {
    if (node.Fun is BinaryOperator { Op: var op }) {
      Divisions |= op is BinaryOperator.Opcode.Div or BinaryOperator.Opcode.Mod && !Constant(node.Args[1]);
      Products |= Divisions || (op is BinaryOperator.Opcode.Mul && !Constant(node.Args[0]) && !Constant(node.Args[1]));
    }
    return base.VisitNAryExpr(node);
  }

  public override Expr VisitIdentifierExpr(IdentifierExpr node) {
    BitVectors |= node.Decl.TypedIdent.Type is BvType;
    return base.VisitIdentifierExpr(node);
  }

  public override QuantifierExpr VisitQuantifierExpr(QuantifierExpr node) {
    Quantifiers = true;
    return base.VisitQuantifierExpr(node);
  }

  private static bool Constant(Expr e) =>
    e is LiteralExpr || e is NAryExpr { Fun: UnaryOperator } n && n.Args[0] is LiteralExpr;
}

// One way of asking, until so many percent of the time are over: the incremental search, or everything simplified
// first and then searched afresh (Prepared); Switch takes Z3's other arithmetic solver from here on. Opaque: products of
// unknowns are numbers of which nothing is known but what the program's lemmas say; only "unsat" is an answer then.
internal readonly record struct Way(int Percent, bool Prepared = false, bool Switch = false, bool Opaque = false) {
  // Most questions are answered at once by one of the ways: each gets a short turn before any gets a long one. With
  // quantifiers there is nothing but the incremental search, which knows when it has nothing left to instantiate.
  public static Way[] For(Request request, Features features) =>
    request.Cvc5 || features.Quantifiers ? [new(60)]
    : features.BitVectors ? [new(15), new(50, Prepared: true), new(70, Switch: true)]
    : features.Divisions ? [new(5, Opaque: true), .. Arithmetic]
    : features.Products ? [new(6), new(8, Opaque: true), new(22), .. Arithmetic[1..]]
    : Arithmetic;

  private static readonly Way[] Arithmetic =
    [new(15), new(40, Switch: true), new(50, Prepared: true), new(75, Switch: true)];
}
