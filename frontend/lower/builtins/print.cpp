// Handlers of the table: printf. What it writes nobody sees; the strings that it prints it reads, byte by byte up to
// the one that is zero.
#include "frontend/builtins/printed.h"
#include "frontend/builtins/spelled.h"
#include "frontend/lower/context.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

// Sound because a thread reads no byte behind the first zero, and none behind the number that the format names.
// Memory of its own, and constant memory, cannot race.
void Lowerer::read_string(const llvm::Value *string, const Expr &most) {
  if (!points_to_.may_be_shared(string) || support::left_out("print.strings"))
    return;
  const Pointer p = pointer(string);
  on_each_target(
      p,
      [&](ObjectId id) {
        const cfg::ArrayId array = array_of_.at(id);
        const cfg::Array &a = kernel_.arrays[array];
        if (a.space == cfg::Space::Private || a.space == cfg::Space::Constant)
          return;
        const cfg::Type byte = a.element;
        const cfg::VarId at = new_var("string", pointer_type_), read = new_var("string.value", byte);
        const Expr i = cfg::variable(at, pointer_type_);
        emit(cfg::Assign{at, cfg::constant(pointer_type_, 0)});
        const cfg::BlockId head = new_block("string.head"), inside = new_block("string"),
                           next = new_block("string.next"), end = new_block("string.end");
        jump(head);
        finish_block(cfg::Branch{most ? cfg::binary(Op::Ult, i, most) : cfg::boolean(true), inside, end});
        block_ = inside;
        emit(cfg::Load{{read}, array, cfg::binary(Op::Add, p.piece.expr, i, true), 1});
        finish_block(cfg::Branch{cfg::binary(Op::Eq, cfg::variable(read, byte), cfg::constant(byte, 0)), end, next});
        block_ = next;
        emit(cfg::Assign{at, cfg::binary(Op::Add, i, cfg::constant(pointer_type_, 1), true, true)});
        finish_block(cfg::Goto{{head}});
        block_ = end;
      },
      [] {});
}

void Lowerer::print(const Call &c) {
  if (spec_depth_ != 0)
    return refuse("a call of '" + spelled(c.inst) + "' in an annotation");
  const Printed p = printed(c.inst);
  for (const PrintedString &s : p.strings) {
    Expr most = s.most ? cfg::constant(pointer_type_, *s.most) : nullptr;
    if (s.most_argument) // a negative one: none
      most = index_width(scalar(c.inst.getArgOperand(*s.most_argument)));
    cfg::BlockId end = 0;
    if (!p.known) { // whether it is printed, or read as what, only the format knows
      const cfg::BlockId inside = new_block("string.some");
      end = new_block("string.none");
      finish_block(cfg::Branch{havoc(cfg::bool_type, "printed"), inside, end});
      block_ = inside;
    }
    read_string(c.inst.getArgOperand(s.argument), most);
    if (!p.known)
      jump(end);
  }
  skip_with_result(c);
}

// What Clang makes of printf for NVIDIA's devices: the arguments lie in a local. The strings among them are none that
// could race, or it is refused.
void Lowerer::print_packed(const Call &c) {
  const Printed p = printed(c.inst);
  const Targets &format = points_to_.of(c.inst.getArgOperand(0));
  auto constant = [&](const Targets &t) {
    return !t.unknown && std::all_of(t.objects.begin(), t.objects.end(), [&](ObjectId id) {
      return id == null_object || space_of(points_to_.objects()[id]) == cfg::Space::Constant;
    });
  };
  bool fine = constant(format) && p.known;
  if (!p.known || !p.strings.empty())
    for (ObjectId id : points_to_.of(c.inst.getArgOperand(1)).objects)
      fine = fine && constant(points_to_.contents(id));
  if (!fine)
    return refuse("printing a string that may be in memory that others write to");
  skip_with_result(c);
}

} // namespace lockstep::frontend
