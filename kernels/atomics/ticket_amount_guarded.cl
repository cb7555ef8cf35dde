// expect: verified
//--local_size=8 --num_groups=1
// The amount is above zero where tickets are drawn.

__kernel void k(__global uint *counter, __global int *out, uint m) {
  if (m > 0 && m < 100) {
    const uint i = atomic_add(counter, m);
    out[i] = get_local_id(0);
  }
}
