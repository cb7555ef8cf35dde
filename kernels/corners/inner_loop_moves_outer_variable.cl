// expect: verified
//--local_size=64 --num_groups=1
// It moves by whole strides.

__kernel void moves(__global const int *in, __global int *a, int n) {
  const int lid = get_local_id(0);
  for (int i = lid; i < n; i += 64) {
    while (i < n && in[i] == 0)
      i += 64;
    a[i] = lid;
  }
}
