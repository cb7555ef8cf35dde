// expect: race
//--local_size=64 --num_groups=4 --tolerate=unchanged
// Behind the barrier one thread writes something else.

__kernel void group(__global int *restrict b) {
  __local int s[2];
  s[0] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 5)
    s[0] = 4; /*@race*/
  b[get_global_id(0)] = s[0]; /*@race*/
}
