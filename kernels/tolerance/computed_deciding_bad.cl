// expect: race
//--local_size=64 --num_groups=4 --tolerate=computed
// But two places of it hold two values.

__kernel void deciding(__global const int *restrict in, __global int *restrict found) {
  if (in[0] > 0)
    found[0] = in[get_local_id(0)]; /*@race*/
}
