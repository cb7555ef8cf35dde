// expect: verified
//--local_size=64 --num_groups=1
// abs of a value that is never positive keeps values apart.

__kernel void abs_index(__global int *out) {
  const int i = (int)get_local_id(0) - 63;
  out[abs(i)] = i;
}
