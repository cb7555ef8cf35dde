// expect: verified
//--local_size=64 --num_groups=4 --tolerate=unchanged
// Behind the barrier a thread writes, and the others read, what all have put there.

__kernel void group(__global int *restrict b) {
  __local int s[2];
  s[0] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  s[0] = 3;
  b[get_global_id(0)] = s[0];
}
