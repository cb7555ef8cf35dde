// expect: verified
//--local_size=64 --num_groups=16
// Gather through an index array that nobody writes.

__kernel void gather(__global const int *index, __global const float *in, __global float *out, int n) {
  for (int i = get_global_id(0); i < n; i += 1024)
    out[i] = in[index[i]];
}
