// expect: race
//--local_size=8 --num_groups=1 --integers=int
// As integers alone, a mask that is no run of low or high bits has no meaning: 1 + (1 & 5) is 2 + (2 & 5).
__kernel void integers_only_mask(__global int *out) {
  int i = get_local_id(0);
  out[i + (i & 5)] = i; /*@race*/
}
