// expect: race
//--local_size=8 --num_groups=2
// The twin of ticket_ring.cl with places for seven.
kernel void ticket_ring(global int *o) {
  local uint next;
  local int ring[8];
  uint at = atomic_inc(&next);
  ring[at % 7] = get_local_id(0); /*@race*/
}
