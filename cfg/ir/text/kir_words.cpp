// The words of the .kir text form: see kir_words.h.
#include "cfg/ir/text/kir_words.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
constexpr WordRow<Space> spaces[] = {
    {Space::Global, "global"}, {Space::Group, "group"}, {Space::Constant, "constant"}, {Space::Private, "private"}};
constexpr WordRow<VarKind> kinds[] = {{VarKind::CopyPart, "copy_part"},     {VarKind::CopyMeeting, "copy_meeting"},
                                      {VarKind::CopyChoice, "copy_choice"}, {VarKind::AccessLog, "access_log"},
                                      {VarKind::Address, "address"},        {VarKind::Candidate, "candidate"}};
constexpr WordRow<Scope> scopes[] = {{Scope::Warp, "warp"}, {Scope::Group, "group"}, {Scope::Grid, "grid"}};
constexpr WordRow<ExchangeOp> exchanges[] = {{ExchangeOp::Shuffle, "shuffle"},
                                             {ExchangeOp::ShuffleIdx, "shuffle_idx"},
                                             {ExchangeOp::ShuffleUp, "shuffle_up"},
                                             {ExchangeOp::ShuffleDown, "shuffle_down"},
                                             {ExchangeOp::ShuffleXor, "shuffle_xor"},
                                             {ExchangeOp::Any, "any"},
                                             {ExchangeOp::All, "all"},
                                             {ExchangeOp::Ballot, "ballot"},
                                             {ExchangeOp::Match, "match"},
                                             {ExchangeOp::Add, "add"},
                                             {ExchangeOp::Min, "min"},
                                             {ExchangeOp::Max, "max"},
                                             {ExchangeOp::UMin, "umin"},
                                             {ExchangeOp::UMax, "umax"},
                                             {ExchangeOp::And, "and"},
                                             {ExchangeOp::Or, "or"},
                                             {ExchangeOp::Xor, "xor"},
                                             {ExchangeOp::FAdd, "fadd"},
                                             {ExchangeOp::FMin, "fmin"},
                                             {ExchangeOp::FMax, "fmax"},
                                             {ExchangeOp::Before, "before"}};
constexpr WordRow<Overflow> overflows[] = {{Overflow::Undefined, "undefined"}, {Overflow::Wraps, "wraps"}};
constexpr WordRow<Tolerance> tolerances[] = {{Tolerance::None, "none"},
                                             {Tolerance::Computed, "computed"},
                                             {Tolerance::Same, "same"},
                                             {Tolerance::ComputedUnchanged, "computed_unchanged"},
                                             {Tolerance::Unchanged, "unchanged"}};
constexpr WordRow<AssumeKind> assumes[] = {
    {AssumeKind::Plain, "assume"},           {AssumeKind::Requires, "requires"},
    {AssumeKind::Branch, "assume.branch"},   {AssumeKind::Language, "assume.language"},
    {AssumeKind::Promise, "assume.promise"}, {AssumeKind::Launch, "assume.launch"},
    {AssumeKind::Heap, "assume.heap"},       {AssumeKind::Counter, "assume.counter"},
    {AssumeKind::Barrier, "assume.barrier"}};
constexpr WordRow<AssertKind> asserts[] = {{AssertKind::User, "assert"},
                                           {AssertKind::Invariant, "invariant"},
                                           {AssertKind::Bounds, "assert.bounds"},
                                           {AssertKind::Division, "assert.division"},
                                           {AssertKind::Unreachable, "assert.unreachable"},
                                           {AssertKind::AtBarrier, "assert.barrier"},
                                           {AssertKind::Copies, "assert.copies"}};
constexpr WordRow<AtomicOp> atomics[] = {
    {AtomicOp::Add, "add"},    {AtomicOp::Sub, "sub"},         {AtomicOp::Xchg, "xchg"},   {AtomicOp::Inc, "inc"},
    {AtomicOp::Dec, "dec"},    {AtomicOp::CmpXchg, "cmpxchg"}, {AtomicOp::Min, "min"},     {AtomicOp::Max, "max"},
    {AtomicOp::UMin, "umin"},  {AtomicOp::UMax, "umax"},       {AtomicOp::And, "and"},     {AtomicOp::Or, "or"},
    {AtomicOp::Xor, "xor"},    {AtomicOp::Load, "load"},       {AtomicOp::Store, "store"}, {AtomicOp::FAdd, "fadd"},
    {AtomicOp::Other, "other"}};

constexpr WordRow<AtomicScope> atomic_scopes[] = {
    {AtomicScope::Thread, "thread"}, {AtomicScope::Group, "group"}, {AtomicScope::Grid, "grid"}};
constexpr WordRow<AccessKind> accesses[] = {{AccessKind::Read, "read"},
                                            {AccessKind::Write, "write"},
                                            {AccessKind::Atomic, "atomic"},
                                            {AccessKind::AtomicInGroup, "group_atomic"},
                                            {AccessKind::ReadInGroup, "group_read"},
                                            {AccessKind::AtomicAlone, "thread_atomic"}};

constexpr std::string_view others[] = {
    "kernel",       "param",  "var",    "array", "block",        "havoc",   "skip",   "quiet", "fresh",   "barrier",
    "memory_fence", "atomic", "goto",   "br",    "switch",       "default", "return", "true",  "false",   "call",
    "read",         "gather", "ranked", "among", "active_lanes", "sync",    "arrive", "of",    "counted", "incoherent"};

template <typename Rows> bool among(const Rows &rows, std::string_view word) {
  return std::any_of(std::begin(rows), std::end(rows), [&](const auto &row) { return row.text == word; });
}
} // namespace

std::span<const WordRow<Space>> words_of(Space) { return spaces; }
std::span<const WordRow<VarKind>> words_of(VarKind) { return kinds; }
std::span<const WordRow<Scope>> words_of(Scope) { return scopes; }
std::span<const WordRow<ExchangeOp>> words_of(ExchangeOp) { return exchanges; }
std::span<const WordRow<Overflow>> words_of(Overflow) { return overflows; }
std::span<const WordRow<Tolerance>> words_of(Tolerance) { return tolerances; }
std::span<const WordRow<AssumeKind>> words_of(AssumeKind) { return assumes; }
std::span<const WordRow<AssertKind>> words_of(AssertKind) { return asserts; }
std::span<const WordRow<AtomicOp>> words_of(AtomicOp) { return atomics; }
std::span<const WordRow<AtomicScope>> words_of(AtomicScope) { return atomic_scopes; }
std::span<const WordRow<AccessKind>> words_of(AccessKind) { return accesses; }

support::TextSyntax kir_syntax() { return {{":="}, "$.#'"}; }

// Reserved wherever a name may stand, so that the first word of a statement or expression tells what follows. The
// names of operations and types are free: an operation is followed by '(', a variable never is.
bool is_reserved(std::string_view word) {
  return std::find(std::begin(others), std::end(others), word) != std::end(others) || among(assumes, word) ||
         among(asserts, word);
}

std::string spell_name(const std::string &name) {
  bool plain = support::is_word(name, kir_syntax()) && !is_reserved(name);
  return plain ? name : support::quote(name, '`');
}

} // namespace lockstep::cfg
