// expect: verified
//--local_size=256 --num_groups=1
// An unsigned char holds every local id of a group of 256.

__kernel void index_uchar(__global int *out) {
  const uchar c = (uchar)get_local_id(0);
  out[c] = get_local_id(0);
}
