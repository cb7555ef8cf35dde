// expect: race
//--local_size=64 --num_groups=*
// The last gap is zero, and a remainder by it any number.
__kernel void any_remainder(__global int *out) {
  __local int s[64];
  const int t = get_local_id(0);
  s[t] = 0;
  for (int gap = 4, round = 0; round < 4; ++round, gap >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    s[(t % gap + t / gap * gap) & 63] = t;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[t];
}
