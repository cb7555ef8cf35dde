// expect: race
//--local_size=8 --num_groups=1
// What is stored is an index after all.
kernel void stored_mix_index(global uint *in, global uint *o) {
  int l = get_local_id(0);
  uint x = (in[l] ^ l) & 7;
  o[x] = x + l; /*@race*/
}
