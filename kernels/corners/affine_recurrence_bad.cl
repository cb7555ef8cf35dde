// expect: race
//--local_size=64 --num_groups=1
// 2 i + 1 leads from 1 to 3, where another thread begins.

__kernel void recurrence(__global int *a, int n) {
  const int lid = get_local_id(0);
  for (int i = lid; i < n; i = 2 * i + 1)
    a[i] = lid; /*@race*/
}
