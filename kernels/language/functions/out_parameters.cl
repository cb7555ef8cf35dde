// expect: verified
//--local_size=[8,8] --num_groups=[4,4]
// A device function returns two values through pointers to private variables.
void split(int i, int *x, int *y) {
  *x = i % 32;
  *y = i / 32;
}

__kernel void out_parameters(__global int *out) {
  int x, y;
  split(get_global_id(1) * 32 + get_global_id(0), &x, &y);
  out[y * 32 + x] = x - y;
}
