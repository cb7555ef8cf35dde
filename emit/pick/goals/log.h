// Log variables of a race goal: what thread t picked. Private to emit/pick.
#pragma once

#include "emit/boogie/block_writer.h"
#include "emit/terms/encoder.h"

#include <string>

namespace lockstep::emit::pick {

namespace log {
std::string site(Thread t);
std::string low(Thread t);
std::string length(Thread t);
std::string kind(Thread t);
std::string value(Thread t, const boogie::Type &type);
std::string value_kind(Thread t);
std::string together(Thread t); // the site, if both threads store one value there
std::string choice(Thread t);
std::string alone(Thread t);                   // the thread ends, and passes no barrier after the access
std::string row(std::int64_t radix, Thread t); // low == radix * row + column
std::string column(std::int64_t radix, Thread t);
std::string digit(std::size_t chain, std::size_t i, Thread t); // emit/knowledge/digits.h
std::string radix(std::size_t chain, std::size_t i, Thread t);
} // namespace log

// Among the procedure's locals, if it is not yet.
void declare(boogie::Procedure &p, const std::string &name, const boogie::Type &type);

// To assume what a log says is to assign it; a solver then has one term for what all picks of one place say, and learns
// once what it would learn of each. Sound because a thread's log is arbitrary until it picks, and no way has two picks
// of one thread: a pick leads to where the thread's run ends, or is assumed to be its first (EndedRuns::note_pick).
void note(BlockWriter &w, const std::string &log, boogie::Expr value);

} // namespace lockstep::emit::pick
