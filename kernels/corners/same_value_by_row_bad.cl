// expect: race
//--local_size=64 --num_groups=4
// The value changes in the middle of a pair.

__kernel void by_row(__global int *a) {
  const int i = get_global_id(0);
  a[i / 2] = 10 * ((i + 1) / 2); /*@race*/
}
