// A kernel's control-flow graph as a program for warps: where its branches come together again.
//
// J is a join if it is the immediate post-dominator of a block whose branch has two targets. R(J), its region, is what
// lies on the paths from such blocks to J; J post-dominates all of it, so nothing leaves a region but into its J, or by
// a way out: an edge that no path to a barrier takes, while another way from its block leads to one, is no edge here
// (`if (bad) return;` in front of a barrier: all others meet there). Lanes on a way out take their tokens with them and
// exit, which wakes those that wait. Where
// regions of joins J1, J2 share a block and J2 post-dominates J1, R(J1) is made a part of R(J2). Then regions are
// nested or disjoint, and
//
//   an edge (or the entry) into R(J), from outside, executes  ssy behind(J)     outer regions first
//   an edge out of R(J), which leads to J, executes           sync              where behind(J) is the next address
//
// is right for every graph, irreducible ones among them. Sound because regions that are nested or disjoint are entered
// and left like brackets along each path: a sync finds the token of its own join below the diverge tokens of its
// region. A branch to a block that only returns is a guarded exit. A branch without such a J (a thread may return
// before its arms meet) gets nothing: its lanes meet at exit only.
//
//   before:  b0: br c, b1, b2   b1: goto b3   b2: goto b3   b3: ...
//   after:   ssy L;  @c bra b1;  b2: bra J;  b1: ;  J: sync;  L: b3 ...
//
// Tested by tests/unit/semantics/test_simt_place.cpp.
#pragma once

#include "semantics/simt/program/program.h"

namespace lockstep::semantics::simt {

enum class Placement : std::uint8_t {
  PostDominators,
  None // branches come together nowhere but at exit
};

// Of a kernel that is well formed (cfg/ir/check.h). Fails with `unsupported` where a goto has several targets.
support::Result<Program> place_reconvergence(const cfg::Kernel &k, Placement placement, support::Diagnostics &diags);

} // namespace lockstep::semantics::simt
