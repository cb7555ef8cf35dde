// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// What a number of threads add comes to the same in any order.

__kernel void shape_counted(__global int *out) {
  atomic_add(&out[get_global_id(0) % 4], (int)get_global_id(0));
}
