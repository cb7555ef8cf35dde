// expect: divergence
//--local_size=4 --num_groups=1
// A thread that leaves the inner loop goes round the outer one to the same barrier, the others go round the inner one.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 2; j++) {
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      if (l > i)
        break;
    }
}
