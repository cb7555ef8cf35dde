// expect: verified
//--local_size=256 --num_groups=1
// Gray code: another permutation.

__kernel void gray_code(__global int *a) {
  const int lid = get_local_id(0);
  a[lid ^ (lid >> 1)] = lid;
}
