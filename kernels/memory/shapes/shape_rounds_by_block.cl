// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// As many rounds as the id in the block says.

__kernel void shape_rounds_by_block(__global int *out) {
  int sum = 0;
  for (int k = 0; k < get_local_id(0) % 32; ++k)
    sum += k + 1;
  out[get_global_id(0)] = sum;
}
