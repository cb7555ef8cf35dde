// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// Who comes last.

__kernel void shape_last_by_block(__global int *out) {
  atomic_xchg(&out[0], (int)(get_local_size(0) * get_global_id(0) % 101));
}
