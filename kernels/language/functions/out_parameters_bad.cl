// expect: race
//--local_size=[8,8] --num_groups=[4,4]
// The function divides by the wrong constant.
void split(int i, int *x, int *y) {
  *x = i % 16;
  *y = i / 32;
}

__kernel void out_parameters(__global int *out) {
  int x, y;
  const int i = get_global_id(1) * 32 + get_global_id(0);
  split(i, &x, &y);
  out[y * 32 + x] = i; /*@race*/
}
