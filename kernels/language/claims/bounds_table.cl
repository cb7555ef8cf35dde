// expect: verified
//--local_size=64 --num_groups=4 --check-bounds
// A private array and a constant table with indices kept in range by a mask and a clamp.
__constant int table[10] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

__kernel void bounds_table(__global const int *in, __global int *out) {
  int counts[8] = {0};
  const int i = get_global_id(0);
  for (int k = 0; k < 5; ++k)
    counts[in[k] & 7]++;
  out[i] = counts[i & 7] + table[clamp(in[i], 0, 9)];
}
