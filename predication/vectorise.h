// Stage `vectorise`: one predicated thread becomes all threads in lock step (Sect. 4.2 and Table 3 of [CDKQ13]).
//
//     v := guard ? e : v               <v_t>_t := <guard_t ? phi_t(e) : v_t>_t
//     A[o] := guard ? e : A[o]         A[<phi_t(o)>] := psi(<guard_t, phi_t(e)>_t)
//     assert guard ==> e               assert AND_t (guard_t ==> phi_t(e))
//     barrier guard                    sync (OR_t guard_t) ==> (AND_t guard_t)
//     assume active = H                assume OR_t (active_t = H)            -- the loop goes round
//     assume active != H               assume AND_t (active_t != H)          -- the loop is left
#pragma once

#include "predication/lockstep.h"
#include "predication/predicated.h"

namespace lockstep::predication {

Lockstep vectorise(const Predicated &p);

} // namespace lockstep::predication
