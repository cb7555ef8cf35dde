// expect: verified
//--local_size=64 --num_groups=4
// The header that makes annotations vanish for other compilers leaves them as they are here.
#include <lockstep.h>

kernel void k(global int *out) {
  int t = get_global_id(0);
  out[t] = t;
  __assert(out[t] == t);
}
