// expect: verified
//--local_size=64 --num_groups=4
// One counter for the whole grid.

__kernel void ticket(__global unsigned *count, __global int *out, int n) {
  for (int i = 0; i < n; ++i)
    if ((i + get_local_id(0)) % 3 == 0)
      out[atomic_inc(count)] = i;
}
