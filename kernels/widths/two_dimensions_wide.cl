// expect: verified
//--local_size=[1024,1] --num_groups=[1073741824,16777216]
// 2^64 threads in rows of 2^40, numbered with 64 bits.

__kernel void k(__global int *out) {
  const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  out[i] = get_global_id(1);
}
