// expect: race
//--local_size=8 --num_groups=1 --integers=int
// As integers alone, a shift by a parameter has no meaning.
__kernel void integers_only_shift(__global int *out, int n) {
  int i = get_local_id(0);
  out[i >> n] = i; /*@race*/
}
