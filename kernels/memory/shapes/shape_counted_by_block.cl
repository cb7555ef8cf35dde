// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: no, as --local_size=4,8 --num_groups=8,2
// What an atomic finds depends on the order.

__kernel void shape_counted_by_block(__global int *out) {
  out[1 + get_global_linear_id()] = atomic_add(&out[0], 1);
}
