// expect: verified
//--local_size=* --num_groups=*
// runs: local 5 8 9 24 32 40; groups 1 2; n 0 1 7 26 32 39 64 100
// A step narrower than the lanes are apart: they leave the loop one after the other, some rounds between.

__kernel void narrow_stride_free(__global const int *a, __global int *b, int n) {
  int sum = 0;
  for (int k = 2 * get_local_id(0); k < n; ++k)
    sum += a[k];
  b[get_global_id(0)] = sum;
}
