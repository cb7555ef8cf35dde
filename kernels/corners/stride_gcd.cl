// expect: verified
//--local_size=64 --num_groups=1
// Two different steps, both multiples of the group size.

__kernel void stride_gcd(__global const int *in, __global int *a, int n) {
  const int lid = get_local_id(0);
  int i = lid;
  while (i < n) {
    if (in[i] > 0) {
      i += 64;
      continue;
    }
    a[i] = lid;
    i += 192;
  }
}
