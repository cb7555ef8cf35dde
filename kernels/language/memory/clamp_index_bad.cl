// expect: race
//--local_size=64 --num_groups=4
// The same in place.

__kernel void clamp_index(__global int *a) {
  const int i = get_global_id(0);
  const int n = get_global_size(0);
  a[i] = a[clamp(i + 1, 0, n - 1)]; /*@race*/
}
