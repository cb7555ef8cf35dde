// expect: race
//--local_size=2 --num_groups=1
// A short gets there.

__kernel void k(__global int *out, __global const int *in) {
  int sum = 0;
  for (ushort i = 0; i < 256; ++i)
    sum ^= in[i];
  out[0] = sum + get_local_id(0);
}
