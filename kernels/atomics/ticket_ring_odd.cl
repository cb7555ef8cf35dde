// expect: verified
//--local_size=7 --num_groups=1
// The twin of ticket_ring_odd_bad.cl: the counter starts at 0.
kernel void ticket_ring(global int *o) {
  local uint next;
  local int ring[7];
  if (get_local_id(0) == 0)
    next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint at = atomic_inc(&next);
  ring[at % 7] = get_local_id(0);
}
