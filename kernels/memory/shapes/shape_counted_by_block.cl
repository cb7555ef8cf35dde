// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// What an atomic finds depends on the order.

__kernel void shape_counted_by_block(__global int *out) {
  out[1 + get_global_id(0)] = atomic_add(&out[0], (int)get_local_id(0));
}
