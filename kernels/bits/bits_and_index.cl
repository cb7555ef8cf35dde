// expect: verified
//--local_size=8 --num_groups=1
// Bits that are an index: each thread's partner has its own.
kernel void bits_and_index(global uint *o) {
  int l = get_local_id(0);
  uint x = l ^ 5;
  o[x] = (x + l) ^ x;
}
