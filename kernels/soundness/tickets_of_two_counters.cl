// expect: verified
//--local_size=64 --num_groups=4
// The twin of tickets_of_two_counters_bad.cl: each counter has cells of its own.
kernel void tickets_of_two_counters(volatile global int *even, volatile global int *odd, global int *out) {
  if (get_global_id(0) & 1) {
    const int s = atomic_inc(odd);
    out[2 * s + 1] = 1;
  } else {
    const int s = atomic_inc(even);
    out[2 * s] = 2;
  }
}
