// expect: divergence
//--local_size=256 --num_groups=1
// Fig. 1b of [CDKQ13]: thread 0 never enters the loop, so the others wait for it at the barrier.

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset <= tid) {
    temp = sum[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE); /*@divergence*/
    sum[tid] = sum[tid] + temp;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
