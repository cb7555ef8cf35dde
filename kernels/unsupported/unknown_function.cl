// expect: unsupported
//--local_size=64 --num_groups=4
// A function whose body is elsewhere may do anything with the pointer it gets.
void helper(__global int *a, int i);

__kernel void unknown_function(__global int *a) { helper(a, get_global_id(0)); } /*@unsupported*/
