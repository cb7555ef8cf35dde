// expect: verified
//--local_size=64 --num_groups=[1024,128] 
// A row and a column of 24 bits.

__kernel void k(__global int *out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  out[mad24(y, 65536, x)] = x;
}
