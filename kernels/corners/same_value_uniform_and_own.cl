// expect: verified
//--local_size=64 --num_groups=1
// All threads write zero; one of them writes its id there, which is zero, too.

__kernel void same(__global int *a) {
  const int lid = get_local_id(0);
  a[0] = 0;
  if (lid == 0)
    a[lid] = lid;
}
