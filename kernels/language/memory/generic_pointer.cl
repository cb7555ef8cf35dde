// expect: verified
//--local_size=64 --num_groups=4
// One function takes generic pointers to global and to local memory (OpenCL 2.0).
void add_to(int *place, int value) { *place += value; }

__kernel void generic_pointer(__global int *a) {
  __local int b[64];
  const int lid = get_local_id(0);
  b[lid] = lid;
  add_to(&b[lid], 1);
  add_to(a + get_global_id(0), b[lid]);
}
