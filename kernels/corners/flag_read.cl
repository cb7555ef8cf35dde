// expect: verified
//--local_size=64 --num_groups=4
// Without the reading.

__kernel void flag_read(__global const int *in, __global int *found) {
  if (in[get_global_id(0)] == 42)
    found[0] = 1;
}
