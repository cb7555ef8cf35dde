// expect: verified
//--local_size=64 --num_groups=1
// The recurrence steers the loop, the place is the thread's.

__kernel void recurrence(__global int *a, int n) {
  const int lid = get_local_id(0);
  for (int i = 1; i < n; i = 2 * i + 1)
    a[64 * (i & 3) + lid] = i;
}
