// Exchanges of warps and tiles, and the counts of votes that are made of them (builtins/warps.cpp,
// builtins/ballots.cpp).
#pragma once

#include "frontend/lower/handlers.h"

#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::frontend {

struct Tile {
  unsigned lanes;
  bool all;    // meet, as the mask says; else it is some of them
  bool ranked; // among those
  bool active; // they are those that are active
};

void meet(Context &cx, const Call &c, const Tile &tile, const cfg::Barrier &bar);
void note_votes(Context &cx, const Call &c, const Tile &tile, const cfg::Expr &mine); // of a ballot
// The number of bits that are set, if it is one of votes; null: it is none.
cfg::Expr counted_votes(Context &cx, const llvm::IntrinsicInst &ctpop);

} // namespace lockstep::frontend
