// expect: verified
//--local_size=[256,1] --num_groups=[256,65536]
// 2^32 threads in rows, numbered with 32 bits.

__kernel void k(__global int *out) {
  const uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  out[i] = get_global_id(1);
}
