// expect: verified
//--local_size=60 --num_groups=4
// A flat id is taken apart into row and column and put together column by column.

__kernel void divide_and_remainder(__global int *out) {
  const int i = get_global_id(0);
  const int x = i % 24, y = i / 24;
  out[x * 10 + y] = i;
}
