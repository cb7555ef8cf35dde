// expect: verified
//--local_size=64 --num_groups=1
// A queue that is emptied after every round: tickets of one round differ.

__kernel void ticket_rounds(__global int *queue, int n) {
  __local int count;
  const int l = get_local_id(0);
  for (int round = 0; round < n; round++) {
    if (l == 0)
      count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    queue[atomic_inc(&count)] = l;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
