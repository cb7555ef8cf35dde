// expect: race
//--local_size=64 --num_groups=1
// Two rounds that ask the same question: both are reported, each at its own place.
__kernel void rounds(__global int *a) {
  __local int t[64];
  const int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] =                     /*@race*/
      t[(l + 6) % 64] + l;   /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] =                     /*@race*/
      t[(l + 70) % 64] + l;  /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[l];
}
