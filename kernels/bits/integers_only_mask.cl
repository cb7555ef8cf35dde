// expect: verified
//--local_size=8 --num_groups=1 --integers=int
// A mask that is a run of low or of high bits is a remainder, or what is left of one.
__kernel void integers_only_mask(__global int *out) {
  int i = get_local_id(0);
  out[i + (i & ~7)] = i;
  out[8 + (i & 7)] = i;
}
