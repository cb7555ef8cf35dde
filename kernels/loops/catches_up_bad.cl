// expect: divergence
//--local_size=4 --num_groups=1
// A thread that goes round the inner loop once more skips the next round of the outer loop.
kernel void k(local int *s) {
  int l = get_local_id(0);
  int i = 0;
  while (i < 4) {
    int j = 0;
    do {
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      i++;
      j++;
    } while (i < 4 && j <= l % 2);
  }
}
