// expect: verified
//--local_size=* --num_groups=*
// Each group keeps its largest element; a tree over a group of any size.
__kernel void group_max(__global const float *in, __global float *tops, const int n, __local float *s) {
  const int t = get_local_id(0);
  const int g = get_global_id(0);
  s[t] = g < n ? in[g] : -MAXFLOAT;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) {
    if (t < d)
      s[t] = fmax(s[t], s[t + d]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    tops[get_group_id(0)] = s[0];
}
