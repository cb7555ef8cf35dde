// expect: race
// The middle element is added by the thread beside it while its own thread still works on it.
__kernel void sum(__global const float *in, __global float *out, int n, __local float *part) {
  unsigned t = get_local_id(0), i = get_group_id(0) * get_local_size(0) + t;
  part[t] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned left = get_local_size(0); left > 1;) {
    unsigned upper = (left + 1) / 2;
    if (t < upper)
      part[t] += part[t + left / 2]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
    left = upper;
  }
  if (t == 0)
    out[get_group_id(0)] = part[0];
}
