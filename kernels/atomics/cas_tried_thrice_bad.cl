// expect: race
//--local_size=16 --num_groups=2
// What was read is used although no swap has found it.

__kernel void k(volatile __global int *count, __global int *out) {
  int old = *count; /*@race*/
  for (int i = 0; i < 3; ++i) {
    const int seen = atomic_cmpxchg(count, old, old + 1);
    if (seen == old)
      break;
  }
  out[get_global_id(0)] = old;
}
