// Instructions with labels, to a program's code: see assembler.h.
#include "semantics/simt/program/assembler.h"

namespace lockstep::semantics::simt {

void Assembler::place(Label l) {
  Item i;
  i.place = true;
  i.label = l;
  items_.push_back(std::move(i));
}

Assembler::Item &Assembler::add(Body body, Site site, const support::Origin &origin) {
  Item i;
  i.instruction.body = std::move(body);
  i.instruction.site = site;
  i.instruction.origin = origin;
  items_.push_back(std::move(i));
  return items_.back();
}

Instruction &Assembler::emit(Body body, Site site, const support::Origin &origin) {
  return add(std::move(body), site, origin).instruction;
}

Instruction &Assembler::emit_to(Body body, Label to, Site site, const support::Origin &origin) {
  Item &i = add(std::move(body), site, origin);
  i.label = to;
  i.targets = true;
  return i.instruction;
}

void Assembler::jump_by(const cfg::Expr &value, Cases cases, Label otherwise, Site site,
                        const support::Origin &origin) {
  Jump computed;
  computed.computed = value; // the address is made of it when addresses are known
  Item &i = add(std::move(computed), site, origin);
  i.cases = std::move(cases);
  i.otherwise = otherwise;
}

// --- what is left out, and addresses
bool Assembler::follows(std::size_t at, Label l) const {
  for (std::size_t i = at + 1; i < items_.size() && items_[i].place; ++i)
    if (items_[i].label == l)
      return true;
  return false;
}

bool Assembler::is_jump(std::size_t at, bool guarded) const {
  const auto *j = at < items_.size() && !items_[at].place ? std::get_if<Jump>(&items_[at].instruction.body) : nullptr;
  return j && !j->call && !j->computed && (items_[at].instruction.guard != nullptr) == guarded;
}

void Assembler::drop_needless_jumps() {
  for (std::size_t i = 0; i < items_.size();) {
    if (is_jump(i, false) && follows(i, items_[i].label)) {
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (is_jump(i, true) && is_jump(i + 1, false) && follows(i + 1, items_[i].label)) {
      items_[i].instruction.guard = cfg::negate(items_[i].instruction.guard);
      items_[i].label = items_[i + 1].label;
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    } else
      ++i;
  }
}

cfg::Expr Assembler::address_of(const Item &i, const cfg::Expr &value, const std::vector<Address> &at) {
  const cfg::Type word = cfg::int_type(32);
  cfg::Expr out = cfg::constant(word, at[i.otherwise]);
  for (std::size_t c = i.cases.size(); c-- > 0;)
    out = cfg::ite(cfg::binary(cfg::Op::Eq, value, cfg::constant(value->type, i.cases[c].first)),
                   cfg::constant(word, at[i.cases[c].second]), out);
  return out;
}

std::vector<Instruction> Assembler::finish() {
  drop_needless_jumps();
  std::vector<Address> at(labels_, 0);
  Address next = 0;
  for (const Item &i : items_)
    if (i.place)
      at[i.label] = next;
    else
      ++next;
  std::vector<Instruction> out;
  for (Item &i : items_) {
    if (i.place)
      continue;
    i.instruction.address = out.size();
    if (auto *p = std::get_if<PushToken>(&i.instruction.body))
      p->target = at[i.label];
    if (auto *j = std::get_if<Jump>(&i.instruction.body)) {
      if (i.targets)
        j->to = at[i.label];
      else
        j->computed = address_of(i, j->computed, at);
    }
    out.push_back(std::move(i.instruction));
  }
  return out;
}

} // namespace lockstep::semantics::simt
