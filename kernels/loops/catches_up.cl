// expect: verified
//--local_size=4 --num_groups=1
// The loops share a counter; all threads go round equally often.
kernel void k(local int *s, int n) {
  int l = get_local_id(0);
  int i = 0;
  while (i < 4) {
    int j = 0;
    do {
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = j;
      i++;
      j++;
    } while (i < 4 && j <= n % 2);
  }
}
