// expect: divergence
//--local_size=4 --num_groups=1
// The loops start at different numbers and end at the same: the barrier is met equally often, in other iterations of the outer loop.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 2; i++)
    for (int j = i == 0 ? l % 2 : 1 - l % 2; j < 2; j++)
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
