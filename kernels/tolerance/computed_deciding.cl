// expect: verified
//--local_size=64 --num_groups=4 --tolerate=computed
// What decides a branch is taken to be one memory for all: as GPUVerify has it.

__kernel void deciding(__global const int *restrict in, __global int *restrict found) {
  if (in[0] > 0)
    found[0] = in[0];
}
