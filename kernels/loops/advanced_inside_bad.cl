// expect: divergence
//--local_size=4 --num_groups=1
// The inner loop advances the outer one's counter, by a number of rounds of each thread's own.
kernel void k(local int *s) {
  int l = get_local_id(0);
  int i = 0;
  while (i < 8) {
    do {
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      i++;
    } while (i % (l + 2) != 0);
    if (i > 12)
      break;
  }
}
