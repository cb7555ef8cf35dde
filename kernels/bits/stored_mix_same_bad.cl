// expect: race
//--local_size=8 --num_groups=2
// The twin of stored_mix_same.cl: the mix differs.
kernel void stored_mix_same(global uint *o, global int *p, uint n) {
  int k = n % 8;
  p[get_global_id(0) * 8 + k] = 1;
  o[0] = (k * 5) ^ get_local_id(0); /*@race*/
}
