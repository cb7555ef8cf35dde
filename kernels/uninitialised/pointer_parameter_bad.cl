// expect: divergence
//--local_size=4 --num_groups=1
// Local memory passed as a parameter is not written by the host.
kernel void k(local int *s) {
  int n = s[0];
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
