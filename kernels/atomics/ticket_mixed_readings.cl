// expect: verified
//--local_size=2 --num_groups=1
// Both read the same way in the end.

__kernel void k(volatile __global uint *counter, __global int *out) {
  const int id = get_local_id(0);
  if (id & 1) {
    const int t = atomic_add(counter, 2);
    if (t < 0)
      out[t & 0x7fffffff] = id;
  } else {
    const uint u = atomic_add(counter, 2);
    if (u >= 0x80000000u)
      out[u & 0x7fffffff] = id;
  }
}
