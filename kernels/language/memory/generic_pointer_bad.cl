// expect: race
//--local_size=64 --num_groups=4
// The global array is addressed by the local id, so groups collide.
void add_to(int *place, int value) {
  *place += value; /*@race*/
}

__kernel void generic_pointer(__global int *a) {
  __local int b[64];
  const int lid = get_local_id(0);
  b[lid] = lid;
  add_to(&b[lid], 1);
  add_to(a + lid, b[lid] + (int)get_group_id(0));
}
