// expect: verified
//--local_size=8 --num_groups=1
// Stored by each thread in a place of its own, any value will do.
__kernel void uninitialised_int(__global int *p) {
  int x;
  p[get_local_id(0)] = x;
}
