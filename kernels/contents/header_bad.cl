// expect: assertion
//--local_size=64 --num_groups=4
// They still claim something.
#include <lockstep.h>

kernel void k(global int *out) {
  int t = get_global_id(0);
  out[t] = t;
  __assert(out[t] == t + 1); /*@assert*/
}
