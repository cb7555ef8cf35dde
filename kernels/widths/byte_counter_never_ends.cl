// expect: verified
//--local_size=2 --num_groups=1
// A byte is always below 256: what stands behind the loop is never reached.

__kernel void k(__global int *out, __global const int *in) {
  int sum = 0;
  for (uchar i = 0; i < 256; ++i)
    sum ^= in[i];
  out[0] = sum + get_local_id(0);
}
