// expect: race
//--local_size=64 --num_groups=16
// In place: the halo belongs to the neighbouring group, which writes it.

__kernel void stencil(__global float *a) {
  __local float tile[66];
  const int lid = get_local_id(0), i = get_global_id(0);
  tile[lid + 1] = a[i + 1];
  if (lid == 0)
    tile[0] = a[i]; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  a[i + 1] = 0.5f * tile[lid] + 0.5f * tile[lid + 1]; /*@race*/
}
