// expect: divergence
//--local_size=64 --num_groups=1
// Each thread's variable lies somewhere else.
__kernel void address_of_a_local(__global int *out, ulong limit) {
  int own[2];
  own[get_local_id(0) & 1] = 1;
  if ((ulong)own > limit)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
  out[get_local_id(0)] = own[0];
}
