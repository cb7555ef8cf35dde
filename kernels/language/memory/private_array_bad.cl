// expect: race
//--local_size=64 --num_groups=4
// The same code with the array in local memory, where all threads of a group meet.

__kernel void private_array(__global const int *in, __global int *out, int k) {
  const int i = get_global_id(0);
  __local int counts[8];
  for (int j = 0; j < 16; ++j)
    counts[in[j] & 7] += i; /*@race*/
  out[i] = i;
}
