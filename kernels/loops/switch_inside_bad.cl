// expect: divergence
//--local_size=4 --num_groups=1
// A switch leads some threads to the inner loop's next round and others to the outer's.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      switch (l) {
      case 0: continue;
      case 1: j++; break;
      default: break;
      }
      s[l] = j;
    }
}
