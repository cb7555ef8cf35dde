// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// Each block's values, turned round.

__kernel void shape_meeting_by_block(__global int *out) {
  __local int tile[256];
  const int lid = get_local_id(0), n = get_local_size(0);
  tile[lid] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[n - 1 - lid];
}
