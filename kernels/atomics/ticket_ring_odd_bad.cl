// expect: race
//--local_size=7 --num_groups=1
// Seven tickets in a row, from an unknown start: 2^32 is no multiple of seven.
kernel void ticket_ring(global uint *next, global int *ring) {
  uint at = atomic_inc(next);
  ring[at % 7] = get_local_id(0); /*@race*/
}
