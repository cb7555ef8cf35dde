// expect: race
//--local_size=8 --num_groups=1
// Each thread its own amount, but it writes one place more.

__kernel void k(__global uint *counter, __global int *out, __global const uint *in) {
  const uint m = in[get_local_id(0)] % 9u + 1u;
  const uint i = atomic_add(counter, m);
  out[i + m] = get_local_id(0);
  out[i] = get_local_id(0);
}
