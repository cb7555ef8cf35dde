// expect: verified
//--local_size=64 --num_groups=4
// Pairs of threads write the same value, pairs differ.

__kernel void by_row(__global int *a) {
  const int i = get_global_id(0);
  a[i / 2] = 10 * (i / 2);
}
