// expect: race
//--local_size=* --num_groups=*
// Every thread adds: it reads what its neighbour writes.
__kernel void sum(__global const float *in, __global float *out, int n, __local float *part) {
  unsigned t = get_local_id(0), size = get_local_size(0);
  int i = get_global_id(0);
  part[t] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned s = 1; s < size; s *= 2) {
    if (t % s == 0 && t + s < size)
      part[t] += part[t + s]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = part[0];
}
