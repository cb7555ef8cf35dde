// expect: race
//--local_size=64 --num_groups=1 --tolerate=computed
// They write what each of them has loaded again.

__kernel void lasting(__global int *restrict a, __global int *restrict b) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[t] = s[t];
  a[0] = s[t]; /*@race*/
}
