// expect: race
//--local_size=64 --num_groups=1
// abs around the middle folds the group in half.

__kernel void abs_index(__global int *out) {
  const int i = (int)get_local_id(0) - 31;
  out[abs(i)] = i; /*@race*/
}
