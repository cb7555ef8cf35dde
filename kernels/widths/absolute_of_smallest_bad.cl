// expect: race
//--local_size=64 --num_groups=1
// About zero, abs folds.

__kernel void k(__global int *out) {
  const int i = (int)get_local_id(0) - 32;
  out[abs(i)] = i;
}
