// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// The largest that any thread has.

__kernel void shape_last(__global int *out) {
  atomic_max(&out[0], (int)(get_global_id(0) * 37 % 101));
}
