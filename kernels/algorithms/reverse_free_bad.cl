// expect: race
//--local_size=64 --num_groups=8
// The guard is twice too wide.

__kernel void reverse(__global int *a, int n) {
  const int i = get_global_id(0);
  if (i < n) {
    const int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
