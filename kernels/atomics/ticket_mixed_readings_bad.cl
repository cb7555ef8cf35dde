// expect: race
//--local_size=2 --num_groups=1
// Two tickets of one counter, one read signed and one unsigned: they lie two apart, modulo 2^32.

__kernel void k(volatile __global uint *counter, __global int *out) {
  const int id = get_local_id(0);
  if (id & 1) {
    const int t = atomic_add(counter, 2);
    if (t < 0)
      out[t & 0x7fffffff] = id; /*@race*/
  } else {
    const uint u = atomic_add(counter, 2);
    if (u >= 0x80000002u)
      out[(u - 2) & 0x7fffffff] = id; /*@race*/
  }
}
