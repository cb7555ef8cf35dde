// expect: verified
//--local_size=8 --num_groups=2
// Eight tickets in a row, wherever the counter starts: eight places of a ring of eight.
kernel void ticket_ring(global int *o) {
  local uint next;
  local int ring[8];
  uint at = atomic_inc(&next);
  ring[at % 8] = get_local_id(0);
}
