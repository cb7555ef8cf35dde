// expect: race
//--local_size=64 --num_groups=16
// The increment is not atomic.

__kernel void atomic_counter(__global const int *in, __global int *count) {
  if (in[get_global_id(0)] > 0)
    count[0] = count[0] + in[get_global_id(0)]; /*@race*/
}
