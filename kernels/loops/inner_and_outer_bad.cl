// expect: divergence
//--local_size=4 --num_groups=1
// A barrier in the inner loop and one in the outer: some threads wait at the one, some at the other.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l < i)
        break;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
