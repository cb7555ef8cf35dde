// expect: race
//--local_size=8 --num_groups=1
// The amount may be zero, and all threads draw one ticket.

__kernel void k(__global uint *counter, __global int *out, uint m) {
  if (m < 100) {
    const uint i = atomic_add(counter, m);
    out[i] = get_local_id(0); /*@race*/
  }
}
