// expect: divergence
//--local_size=4 --num_groups=1
// How often the inner loop is gone round is each thread's own, read from memory.
kernel void k(global const int *d) {
  int l = get_local_id(0);
  for (int i = 0; i < 5; i++) {
    int r = 0;
    do {
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      r++;
    } while (i < 4 && d[i * 4 + l] > r);
  }
}
