// expect: verified
//--local_size=64 --num_groups=1
// Rounds between barriers that differ in nothing but where they stand, one of them shifted by a whole turn.
__kernel void rounds(__global int *a) {
  __local int t[64];
  const int l = get_local_id(0);
  t[(l + 1) % 64] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[(l + 6) % 64] = t[(l + 6) % 64] + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[(l + 6) % 64] = t[(l + 6) % 64] + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[(l + 70) % 64] = t[(l + 70) % 64] + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[l];
}
