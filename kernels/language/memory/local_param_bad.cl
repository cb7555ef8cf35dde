// expect: race
//--local_size=128 --num_groups=8
// Without the second barrier the scratch memory is overwritten while others still read it.

__kernel void local_param(__global int *data, __local int *scratch) {
  const int lid = get_local_id(0);
  const int i = get_global_id(0);
  scratch[lid] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = scratch[127 - lid]; /*@race*/
  scratch[lid] = other + lid; /*@race*/
  data[i] = scratch[lid];
}
