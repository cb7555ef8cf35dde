// Handlers of the table: printf. What it writes nobody sees; the strings that it prints it reads, byte by byte up to
// the one that is zero.
#include "frontend/builtins/printed.h"
#include "frontend/builtins/spelled.h"
#include "frontend/lower/handlers.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
// Sound because a thread reads no byte behind the first zero, and none behind the number that the format names.
// Memory of its own, and constant memory, cannot race.
void read_string(Context &cx, const llvm::Value *string, const Expr &most) {
  if (support::sound("print.strings", !cx.in.points_to.may_be_shared(string)))
    return;
  const Pointer p = cx.values.pointer(string);
  cx.memory.on_each_target(p, [&](ObjectId id) {
    const cfg::ArrayId array = cx.arrays.at(id);
    const cfg::Array &a = cx.out.kernel.arrays[array];
    if (a.space == cfg::Space::Private || a.space == cfg::Space::Constant)
      return;
    const cfg::Type byte = a.element;
    const cfg::VarId at = cx.out.new_var("string", cx.in.pointer_type), read = cx.out.new_var("string.value", byte);
    const Expr i = cfg::variable(at, cx.in.pointer_type);
    cx.out.emit(cfg::Assign{at, cfg::constant(cx.in.pointer_type, 0)});
    const cfg::BlockId head = cx.out.new_block("string.head"), inside = cx.out.new_block("string"),
                       next = cx.out.new_block("string.next"), end = cx.out.new_block("string.end");
    cx.out.jump(head);
    cx.out.finish_block(cfg::Branch{most ? cfg::binary(Op::Ult, i, most) : cfg::boolean(true), inside, end});
    cx.out.block = inside;
    cx.out.emit(cfg::Load{{read}, array, cfg::binary(Op::Add, p.piece.expr, i, true), 1});
    cx.out.finish_block(cfg::Branch{cfg::binary(Op::Eq, cfg::variable(read, byte), cfg::constant(byte, 0)), end, next});
    cx.out.block = next;
    cx.out.emit(cfg::Assign{at, cfg::binary(Op::Add, i, cfg::constant(cx.in.pointer_type, 1), true, true)});
    cx.out.finish_block(cfg::Goto{{head}});
    cx.out.block = end;
  });
}
} // namespace

void handlers::print(Context &cx, const Call &c) {
  if (cx.out.annotation)
    return cx.out.refuse("a call of '" + spelled(c.inst) + "' in an annotation");
  const Printed p = printed(c.inst);
  for (const PrintedString &s : p.strings) {
    Expr most = s.most ? cfg::constant(cx.in.pointer_type, *s.most) : nullptr;
    if (s.most_argument) // a negative one: none
      most = cx.in.index_width(cx.values.scalar(c.inst.getArgOperand(*s.most_argument)));
    cfg::BlockId end = 0;
    if (!p.known) { // whether it is printed, or read as what, only the format knows
      const cfg::BlockId inside = cx.out.new_block("string.some");
      end = cx.out.new_block("string.none");
      cx.out.finish_block(cfg::Branch{cx.out.havoc(cfg::bool_type, "printed"), inside, end});
      cx.out.block = inside;
    }
    read_string(cx, c.inst.getArgOperand(s.argument), most);
    if (!p.known)
      cx.out.jump(end);
  }
  skip_with_result(cx, c);
}

// What Clang makes of printf for NVIDIA's devices: the arguments lie in a local. The strings among them are none that
// could race, or it is refused.
void handlers::print_packed(Context &cx, const Call &c) {
  const Printed p = printed(c.inst);
  const Targets &format = cx.in.points_to.of(c.inst.getArgOperand(0));
  auto constant = [&](const Targets &t) {
    return !t.unknown && std::all_of(t.objects.begin(), t.objects.end(), [&](ObjectId id) {
      return id == null_object || cx.in.space_of(cx.in.points_to.objects()[id]) == cfg::Space::Constant;
    });
  };
  bool fine = constant(format) && p.known;
  if (!p.known || !p.strings.empty())
    for (ObjectId id : cx.in.points_to.of(c.inst.getArgOperand(1)).objects)
      fine = fine && constant(cx.in.points_to.contents(id));
  if (!fine)
    return cx.out.refuse("printing a string that may be in memory that others write to");
  skip_with_result(cx, c);
}

} // namespace lockstep::frontend
