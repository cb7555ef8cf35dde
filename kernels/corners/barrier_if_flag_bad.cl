// expect: race
//--local_size=64 --num_groups=4
// The exchange happens without the flag, too.

__kernel void if_flag(__global int *out, int flag) {
  __local int a[64];
  const int lid = get_local_id(0);
  a[lid] = lid; /*@race*/
  if (flag)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[63 - lid]; /*@race*/
}
