// expect: divergence
//--local_size=4 --num_groups=1
// Every thread meets the barrier three times, but not in the same iterations.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 2; i++) {
    int rounds = i == 0 ? 1 + l % 2 : 2 - l % 2;
    for (int j = 0; j < rounds; j++)
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
  }
}
