// expect: race
//--local_size=64 --num_groups=4 --tolerate=computed
// The flag is one element that all have read: they write one value, but a load gave it.

__kernel void raise_flag(__global const int *restrict in, __global const int *restrict flag, __global int *restrict found) {
  if (in[get_global_id(0)] == 42)
    found[0] = flag[0]; /*@race*/
}
