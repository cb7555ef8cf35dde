// expect: race
//--local_size=64 --num_groups=[1024,128]
// The row is shorter than the columns are many.

__kernel void k(__global int *out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  out[mad24(y, 65535, x)] = x;
}
