// expect: verified
//--local_size=8 --num_groups=1 --integers=int
// What the same shift makes of the same number is the same, whatever it is.
__kernel void integers_only_shift(__global int *out, int n) {
  int i = get_local_id(0);
  int row = 5 >> n;
  out[i + row - (5 >> n)] = i << 1;
  out[(i << 3) + 16] = n;
}
