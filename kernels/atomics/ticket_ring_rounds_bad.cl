// expect: race
//--local_size=8 --num_groups=1
// Each thread draws twice: sixteen tickets do not fit.
kernel void ticket_ring(global int *ring, global uint *next) {
  for (int i = 0; i < 2; ++i) {
    uint at = atomic_inc(next);
    ring[at % 8] = i; /*@race*/
  }
}
