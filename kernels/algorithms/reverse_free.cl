// expect: verified
//--local_size=64 --num_groups=8
// The length is a parameter, the guard stops before the middle.

__kernel void reverse(__global int *a, int n) {
  const int i = get_global_id(0);
  if (i < n / 2) {
    const int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
