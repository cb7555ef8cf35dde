// expect: verified
//--local_size=64 --num_groups=2
// observe nvidia bins: lanes on one address 8, sectors 1, lines 1
// observe mi200 bins: lanes on one address 16
// Atomics of four lanes apart meet.

__kernel void histogram(__global int *bins) {
  const int t = get_local_id(0);
  atomic_add(&bins[t % 4], 1);
}
