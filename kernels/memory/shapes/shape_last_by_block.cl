// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: no, as --local_size=4,8 --num_groups=8,2
// Who comes last.

__kernel void shape_last_by_block(__global int *out) {
  if (get_global_id(0) + get_global_id(1) == 20)
    atomic_xchg(&out[0], (int)get_global_id(0));
}
