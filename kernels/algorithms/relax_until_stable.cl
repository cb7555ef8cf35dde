// expect: verified
//--local_size=64 --num_groups=4
// Relaxation until nothing changes: a flag in local memory ends the loop for all; it is cleared between two barriers.

__kernel void relax_until_stable(__global const float *in, __global float *out) {
  __local float x[66];
  __local int changed;
  const int i = get_local_id(0) + 1;
  x[i] = in[get_global_id(0)];
  if (i == 1) {
    x[0] = 0.0f;
    x[65] = 1.0f;
    changed = 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  while (changed) {
    barrier(CLK_LOCAL_MEM_FENCE); // all have read the flag
    if (i == 1)
      changed = 0;
    const float v = 0.5f * (x[i - 1] + x[i + 1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (fabs(v - x[i]) > 1e-3f)
      changed = 1;
    x[i] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = x[i];
}
