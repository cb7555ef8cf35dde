// expect: race
//--local_size=64 --num_groups=4
// A barrier does not separate one group's atomics from another group's reading.

__kernel void atomic_groups(volatile __global int *a, __global int *out) {
  const int i = get_global_id(0);
  atomic_add(&a[0], i); /*@race*/
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = a[0]; /*@race*/
}
