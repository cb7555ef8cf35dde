// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16 (n=100)
// What is left for the block, without a sign: where nothing is, it wraps around.

__kernel void shape_rest_by_block(__global int *out, int n) {
  const uint base = get_group_id(0) * get_local_size(0), lid = get_local_id(0);
  if (lid < (uint)n - base)
    out[base + lid] = 7;
}
