// expect: divergence
//--local_size=4 --num_groups=1
// Some threads go round the outermost loop where others go round the middle one.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      for (int m = 0; m < 2; m++)
        barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      if (l > i)
        break;
    }
}
