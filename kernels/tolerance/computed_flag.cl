// expect: verified
//--local_size=64 --num_groups=4 --tolerate=computed
// Whoever finds something raises one flag: what was read decides who writes, and not what is written.

__kernel void raise_flag(__global const int *restrict in, __global int *restrict found) {
  if (in[get_global_id(0)] == 42)
    found[0] = 1;
}
