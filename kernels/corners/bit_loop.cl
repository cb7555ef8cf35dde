// expect: verified
//--local_size=64 --num_groups=1
// Bit reversal in a loop, bit by bit: the index is what the iterations have gathered.

__kernel void bit_loop(__global int *a) {
  int x = get_local_id(0), r = 0;
  for (int k = 0; k < 6; k++) {
    r = r << 1 | (x & 1);
    x >>= 1;
  }
  a[r] = get_local_id(0);
}
