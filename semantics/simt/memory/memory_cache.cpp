// Operations on caches: see memory_cache.h. H 2.1, with the repair that who finds its line reserved by another shares
// it.
#include "semantics/simt/memory/memory_cache.h"

#include <algorithm>

namespace lockstep::semantics::simt {

Line *Cache::find(const Cell &c) {
  const auto at =
      std::lower_bound(lines.begin(), lines.end(), c, [](const Line &l, const Cell &x) { return l.cell < x; });
  return at != lines.end() && at->cell == c ? &*at : nullptr;
}

bool can_evict(const Line &l) { return l.valid && !l.dirty && l.pins.empty(); }

void pin(Line &l, std::uint32_t operation) {
  const auto at = std::lower_bound(l.pins.begin(), l.pins.end(), operation);
  if (at == l.pins.end() || *at != operation)
    l.pins.insert(at, operation);
}
void unpin(Line &l, std::uint32_t operation) { std::erase(l.pins, operation); }

void write_line(Line &l, std::uint64_t word) {
  if (l.word == word)
    return;
  l.word = word;
  l.dirty = l.valid = true;
}

std::vector<Cell> victims(const Cache &c, const Cell &at, const CachePolicy &policy, bool &full) {
  std::vector<Cell> out;
  std::size_t used = 0;
  for (const Line &l : c.lines)
    if (!policy.set_of || policy.set_of(l.cell) == policy.set_of(at)) {
      ++used;
      if (policy.evictable(c, l))
        out.push_back(l.cell);
    }
  full = c.most != 0 && used >= c.most;
  if (!full)
    out.clear();
  return out;
}

void drop(Cache &c, const Cell &at) {
  std::erase_if(c.lines, [&](const Line &l) { return l.cell == at; });
}

Line &reserve(Cache &c, const Cell &at, std::optional<Cell> victim, std::optional<std::uint32_t> operation) {
  if (victim)
    drop(c, *victim);
  const auto place =
      std::lower_bound(c.lines.begin(), c.lines.end(), at, [](const Line &l, const Cell &x) { return l.cell < x; });
  Line fresh;
  fresh.cell = at;
  if (operation)
    fresh.pins = {*operation};
  return *c.lines.insert(place, std::move(fresh));
}

Did read(Cache &c, const Cell &at, std::uint32_t operation, std::uint64_t &word) {
  Line *l = c.find(at);
  if (!l)
    return Did::Stuck;
  if (!l->valid) {
    pin(*l, operation);
    return Did::Defers;
  }
  unpin(*l, operation);
  word = *l->word;
  return Did::Continues;
}

Did update(Cache &c, const Cell &at, std::uint64_t word) {
  Line *l = c.find(at);
  if (!l)
    return Did::Stuck;
  if (!l->valid) {
    l->word = word;
    l->valid = true;
    l->dirty = false;
  }
  return Did::Continues;
}

Did evict(Cache &c, const Cell &at) {
  const Line *l = c.find(at);
  if (l && (l->dirty || !l->pins.empty()))
    return Did::Defers;
  drop(c, at);
  return Did::Continues;
}

Did discard(Cache &c, const Cell &at) {
  const Line *l = c.find(at);
  if (l && !l->pins.empty())
    return Did::Defers;
  drop(c, at);
  return Did::Continues;
}

Did classify(Cache &c, const Cell &at, LineClass kind) {
  Line *l = c.find(at);
  if (!l)
    return Did::Stuck;
  l->kind = kind;
  return Did::Continues;
}

} // namespace lockstep::semantics::simt
