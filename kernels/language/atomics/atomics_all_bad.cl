// expect: race
//--local_size=64 --num_groups=16
// The initialisation is not separated from the atomics by a barrier.

__kernel void atomics_all(__global int *out) {
  volatile __local int l;
  const int i = get_global_id(0);
  if (get_local_id(0) == 0)
    l = 0; /*@race*/
  out[i] = atomic_add(&l, i); /*@race*/
}
