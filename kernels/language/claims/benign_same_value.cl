// expect: verified
//--local_size=64 --num_groups=16
// Everybody who finds something raises the same flag to the same value.

__kernel void benign(__global const int *in, __global int *found) {
  if (in[get_global_id(0)] == 42)
    found[0] = 1;
}
