// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16 (n=900)
// A loop that strides by the threads of a block.

__kernel void shape_stride_by_block(__global int *out, int n) {
  int sum = 0;
  for (int i = get_global_id(0); i < n; i += get_local_size(0))
    sum += i;
  out[get_global_id(0)] = sum;
}
