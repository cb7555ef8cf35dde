// expect: verified
//--local_size=4 --num_groups=1
// The inner loop advances the outer one's counter.
kernel void k(local int *s) {
  int l = get_local_id(0);
  int i = 0;
  while (i < 8) {
    do {
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = i;
      i++;
    } while (i % 3 != 0);
  }
}
