// expect: race
//--local_size=* --num_groups=16
// The guard is rounded up and the distance down: the middle thread reads what thread 0 writes.

__kernel void reduce(__global const int *in, __global int *out, __local int *a) {
  const int lid = get_local_id(0);
  int n = get_local_size(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  while (n > 1) {
    const int half_up = (n + 1) / 2;
    if (lid < half_up)
      a[lid] += a[lid + n / 2]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
    n = half_up;
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
