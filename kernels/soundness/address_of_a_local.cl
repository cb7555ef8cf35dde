// expect: verified
//--local_size=64 --num_groups=1
// The group's variable lies in one place for all its threads.
__kernel void address_of_a_local(__global int *out, ulong limit) {
  __local int own[64];
  own[get_local_id(0)] = 1;
  if ((ulong)own > limit)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = own[get_local_id(0)];
}
