// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Free numbers of groups in two dimensions; the pitch is the global size.

__kernel void any_width(__global int *a) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  a[y * get_global_size(0) + x] = 1 + (int)x;
}
