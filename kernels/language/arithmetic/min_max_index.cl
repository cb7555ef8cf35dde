// expect: verified
//--local_size=64 --num_groups=4
// min and max that change nothing, because the id is within their bounds.

__kernel void min_max_index(__global int *out) {
  const int i = get_global_id(0);
  out[max(min(i, 255), 0)] = i;
}
