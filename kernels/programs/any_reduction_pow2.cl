// expect: verified
// No launch in the file: any block and any grid; halves of a block are summed up, the last tile partial.
__kernel void sum(__global const float *in, __global float *out, int n, __local float *part) {
  unsigned t = get_local_id(0), i = get_group_id(0) * get_local_size(0) + t;
  part[t] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (t < s)
      part[t] += part[t + s];
    barrier(CLK_LOCAL_MEM_FENCE); // before the next half
  }
  if (t == 0)
    out[get_group_id(0)] = part[0];
}
