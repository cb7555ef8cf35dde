// expect: race
//--local_size=64 --num_groups=4 -DSTRIDE=0 -DVALUE
// The same text with another stride.
#ifndef VALUE
#error "VALUE comes from the command line"
#endif

__kernel void macros(__global int *out) {
  out[STRIDE * get_global_id(0) + VALUE] = get_global_id(0); /*@race*/
}
