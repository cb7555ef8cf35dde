// expect: verified
//--local_size=128 --num_groups=*
// Running sums that start anew at every flag: values and flags are scanned together.

__kernel void segmented_scan(__global const float *in, __global const int *heads, __global float *out) {
  __local float value[128];
  __local int flag[128];
  const int lid = get_local_id(0);
  const size_t i = get_global_id(0);
  value[lid] = in[i];
  flag[lid] = heads[i];
  for (int d = 1; d < 128; d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float left = 0.0f;
    int left_flag = 0;
    if (lid >= d) {
      left = value[lid - d];
      left_flag = flag[lid - d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid >= d) {
      if (!flag[lid])
        value[lid] += left;
      flag[lid] |= left_flag;
    }
  }
  out[i] = value[lid];
}
