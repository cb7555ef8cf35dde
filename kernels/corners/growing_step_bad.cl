// expect: race
//--local_size=64 --num_groups=1
// The first steps are shorter than the group.

__kernel void growing_step(__global int *a, int n) {
  const int lid = get_local_id(0);
  int step = 32;
  for (int i = lid; i < n; i += step) {
    a[i] = lid; /*@race*/
    step += 1;
  }
}
