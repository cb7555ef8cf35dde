// expect: verified
//--local_size=64 --num_groups=4
// A private array indexed by a run-time value: every thread has its own.

__kernel void private_array(__global const int *in, __global int *out, int k) {
  const int i = get_global_id(0);
  int counts[8];
  for (int j = 0; j < 8; ++j)
    counts[j] = 0;
  for (int j = 0; j < 16; ++j)
    counts[in[j] & 7] += j;
  out[i] = counts[k & 7];
}
