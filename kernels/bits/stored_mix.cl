// expect: verified
//--local_size=7 --num_groups=2
// What is stored has bits; the index has none.
kernel void stored_mix(global uint *in, global uint *o) {
  uint seed = in[get_global_id(0)];
  uint hash = 17;
  for (int i = get_local_id(0); i < 9; i += 7) {
    hash = (hash * 31 + i) ^ seed;
    o[get_group_id(0) * 9 + i] = hash | i;
  }
}
