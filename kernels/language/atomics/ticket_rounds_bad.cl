// expect: race
//--local_size=64 --num_groups=1
// The queue is emptied between the rounds, but what is written goes to the places of the last one, too.

__kernel void ticket_rounds(__global int *queue, int n) {
  __local int count;
  const int l = get_local_id(0);
  int last = 0;
  for (int round = 0; round < n; round++) {
    if (l == 0)
      count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int next = atomic_inc(&count);
    if (round > 0)
      queue[last] = l; /*@race*/
    queue[next] = l; /*@race*/
    last = next;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
