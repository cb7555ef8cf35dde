// expect: verified
//--local_size=8 --num_groups=2
// All store the same mix of a number that is an index as well, and of one that is bits.
kernel void stored_mix_same(global uint *o, global int *p, uint n) {
  int k = n % 8;
  p[get_global_id(0) * 8 + k] = 1;
  o[0] = (k * 5) ^ n;
}
