// expect: race
//--local_size=64 --num_groups=4
// Tickets of different counters may be the same number.
kernel void tickets_of_two_counters(volatile global int *even, volatile global int *odd, global int *out) {
  if (get_global_id(0) & 1) {
    const int s = atomic_inc(odd);
    out[s] = 1;
  } else {
    const int s = atomic_inc(even);
    out[s] = 2;
  }
}
