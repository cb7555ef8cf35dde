// expect: verified
//--local_size=64 --num_groups=1
// All threads find their flags set.

kernel void k(global int *flag, int n) {
  int t = get_local_id(0);
  if (n > t)
    flag[t] = 1;
  else
    flag[t] = 2;
  if (flag[t])
    barrier(CLK_LOCAL_MEM_FENCE);
}
