// expect: divergence
//--local_size=4 --num_groups=1
// One thread goes round the inner loop, others leave it, pass a loop without rounds, and enter it again.
kernel void k(local int *s) {
  int l = get_local_id(0);
  int left = 4;
  do {
    for (int m = 0; m < l - 8; m++)
      s[l] = m;
    int j = 0;
    do {
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      left--;
      j++;
    } while (left > 0 && j < l + 1);
  } while (left > 0);
}
