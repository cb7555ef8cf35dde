// expect: race
//--local_size=64 --num_groups=4 --tolerate=computed
// What is written has been loaded, though a branch leaves it one value.

__kernel void decided(__global const int *restrict in, __global int *restrict found) {
  int v = in[get_global_id(0)];
  if (v > 2 && v < 4)
    found[0] = v; /*@race*/
}
