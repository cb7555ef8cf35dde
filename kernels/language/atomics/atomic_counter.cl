// expect: verified
//--local_size=64 --num_groups=16
// A counter that all threads increment.

__kernel void atomic_counter(__global const int *in, volatile __global int *count) {
  if (in[get_global_id(0)] > 0)
    atomic_inc(count);
}
