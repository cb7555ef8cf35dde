// See memory.h.
#include "tests/oracle/bytes/memory.h"

#include "tests/oracle/bytes/interpret.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::oracle::bytes {

namespace {

constexpr Address private_base = 0x100000000, private_window = 0x1000000;
constexpr std::uint64_t gap = 4096; // between objects: what leaves one hits no other
constexpr std::uint64_t largest = 1 << 22;

Address aligned(Address a, std::uint64_t align) { return (a + align - 1) / align * align; }

const char *word(Kind k) {
  return k == Kind::Read ? "read" : k == Kind::Write ? "write" : k == Kind::Atomic ? "atomic" : "atomic load";
}
bool only_reads(Kind k) { return k == Kind::Read || k == Kind::AtomicLoad; }
bool is_atomic(Kind k) { return k == Kind::Atomic || k == Kind::AtomicLoad; }

} // namespace

Object &Memory::create(Space space, std::uint64_t owner, std::uint64_t size, std::uint64_t align,
                       const std::string &name) {
  if (size > largest)
    throw Refused(fmt::format("an object of {} bytes", size));
  auto o = std::make_unique<Object>();
  o->space = space;
  o->name = name;
  o->data.resize(size);
  o->defined.resize(size);
  align = std::max<std::uint64_t>(align, 16);
  if (space == Space::Private) {
    Stack &s = stacks_.at(owner);
    const Address bottom = private_base + owner * private_window;
    const Address top = s.objects.empty() ? bottom : s.objects.back()->base + s.objects.back()->data.size() + 64;
    o->base = aligned(top, align);
    if (o->base + size > bottom + private_window)
      throw Refused("more private memory than there is room for");
    s.objects.push_back(std::move(o));
    return *s.objects.back();
  }
  Address &next = space == Space::Group ? next_group_ : next_global_;
  o->base = aligned(next, std::max<std::uint64_t>(align, 256));
  next = o->base + size + gap;
  return *(shared_[o->base] = std::move(o));
}

std::size_t Memory::mark(std::uint32_t thread) const { return stacks_.at(thread).objects.size(); }
void Memory::release(std::uint32_t thread, std::size_t mark) { stacks_.at(thread).objects.resize(mark); }

Object &Memory::find(Address a, std::uint64_t n, std::uint32_t thread) {
  if (a >= private_base) {
    const Address owner = (a - private_base) / private_window;
    if (owner != thread)
      throw Undefined("an access to another thread's private memory");
    auto &objects = stacks_[thread].objects;
    auto after =
        std::upper_bound(objects.begin(), objects.end(), a, [](Address x, const auto &o) { return x < o->base; });
    if (after != objects.begin() && (*std::prev(after))->contains(a, n))
      return **std::prev(after);
  } else {
    auto after = shared_.upper_bound(a);
    if (after != shared_.begin() && std::prev(after)->second->contains(a, n))
      return *std::prev(after)->second;
  }
  throw Undefined(a >= private_base ? outside_locals : "an access outside every object");
}

void Memory::note(Object &o, Address a, std::uint64_t n, Kind kind, Reach reach, const Side &side) {
  if (o.space == Space::Private || o.space == Space::Constant)
    return;
  const unsigned memory = o.space == Space::Group ? 0 : 1;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::size_t at = a - o.base + i;
    const Record now{side.thread,
                     side.group,
                     side.warp,
                     side.group_epoch[memory],
                     side.warp_epoch,
                     side.line,
                     a,
                     static_cast<std::uint32_t>(n),
                     kind,
                     reach,
                     o.data[at],
                     o.defined[at] != 0};
    bool known = false;
    std::vector<Record> &log = o.log[at];
    for (const Record &was : log) {
      if (was.thread == now.thread) {
        known = known || (was.kind == now.kind && was.reach == now.reach && was.group_epoch == now.group_epoch &&
                          was.warp_epoch == now.warp_epoch && was.at == now.at && was.size == now.size &&
                          was.value == now.value && was.defined == now.defined);
        continue;
      }
      if (was.group == now.group &&
          (was.group_epoch != now.group_epoch || (was.warp == now.warp && was.warp_epoch != now.warp_epoch)))
        continue; // a barrier orders them
      if (only_reads(was.kind) && only_reads(now.kind))
        continue;
      if (is_atomic(was.kind) && is_atomic(now.kind)) {
        const Reach narrow = std::min(was.reach, now.reach);
        if (narrow == Reach::Device || (narrow == Reach::Group && was.group == now.group)) {
          clashes_.ambiguous = clashes_.ambiguous || was.at != now.at || was.size != now.size;
          continue;
        }
      }
      if (was.kind == Kind::Write && now.kind == Kind::Write) {
        // An unwritten byte is any value. Of two, nobody can say whether they are the same: the padding of two equal
        // structures.
        if (!was.defined && !now.defined) {
          clashes_.ambiguous = true;
          continue;
        }
        if (was.defined && now.defined && was.value == now.value) {
          clashes_.ambiguous = clashes_.ambiguous || was.at != now.at || was.size != now.size;
          continue;
        }
      }
      if (!clashes_.race)
        clashes_.witness = fmt::format(
            "race on byte {} of {}: {} of {} bytes at {} by thread {} of group {} (line {}), {} of {} bytes "
            "at {} by thread {} of group {} (line {})",
            at, o.name, word(was.kind), was.size, was.at - o.base, was.thread, was.group, was.line, word(now.kind),
            now.size, now.at - o.base, now.thread, now.group, now.line);
      clashes_.race = true;
    }
    if (!known)
      log.push_back(now);
  }
}

} // namespace lockstep::oracle::bytes
