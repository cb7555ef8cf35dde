// expect: verified
//--local_size=64 --num_groups=8
// An array is reversed in place: half as many threads as elements.

__kernel void reverse(__global int *a) {
  const int i = get_global_id(0);
  const int j = 1023 - i;
  const int t = a[i];
  a[i] = a[j];
  a[j] = t;
}
