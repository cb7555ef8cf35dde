// expect: race
//--local_size=64 --num_groups=16
// Launched with as many threads as elements.

__kernel void reverse(__global int *a) {
  const int i = get_global_id(0);
  const int j = 1023 - i;
  const int t = a[i];
  a[i] = a[j];
  a[j] = t;
}
