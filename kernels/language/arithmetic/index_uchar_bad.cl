// expect: race
//--local_size=512 --num_groups=1
// In a group of 512 it wraps.

__kernel void index_uchar(__global int *out) {
  const uchar c = (uchar)get_local_id(0);
  out[c] = get_local_id(0); /*@race*/
}
