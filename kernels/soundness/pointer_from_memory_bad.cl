// expect: unsupported
//--local_size=64 --num_groups=1 --std=CL2.0
// Where the pointers in an array lead nobody knows.
__kernel void pointer_from_memory(__global int *__global *places) {
  int t = get_local_id(0);
  *places[t] = t;
}
