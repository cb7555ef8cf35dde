// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16 (n=90)
// Threads of each block that end early.

__kernel void shape_early_by_block(__global int *out, int n) {
  if (get_local_id(0) >= n / 8)
    return;
  out[get_global_id(0)] = 3;
}
