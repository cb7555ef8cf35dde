// expect: divergence
//--local_size=64 --num_groups=1
// Some do not.

kernel void k(global int *flag, int n) {
  int t = get_local_id(0);
  if (n > t)
    flag[t] = 0;
  else
    flag[t] = 2;
  if (flag[t])
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
