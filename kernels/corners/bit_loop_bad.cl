// expect: race
//--local_size=64 --num_groups=1
// One iteration too few.

__kernel void bit_loop(__global int *a) {
  int x = get_local_id(0), r = 0;
  for (int k = 1; k < 6; k++) {
    r = r << 1 | (x & 1);
    x >>= 1;
  }
  a[r] = get_local_id(0); /*@race*/
}
