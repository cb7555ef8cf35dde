// expect: race
//--local_size=64 --num_groups=16
// An atomic variable initialised by every thread: atomic_init is not atomic.

__kernel void atomics_c11(volatile __global atomic_int *g, __global int *out) {
  const int i = get_global_id(0);
  atomic_init(g, i); /*@race*/
  out[i] = atomic_load(g);
}
