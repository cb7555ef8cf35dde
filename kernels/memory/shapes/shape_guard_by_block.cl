// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16 (n=40)
// Threads of each block below a number.

__kernel void shape_guard_by_block(__global int *out, int n) {
  if (get_local_id(0) < n / 4)
    out[get_global_id(0)] = 7;
}
