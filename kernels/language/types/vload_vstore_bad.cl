// expect: race
//--local_size=64 --num_groups=16
// The store moves by elements where it should move by vectors, so neighbours overlap in three of four.

__kernel void vload_vstore(__global const int *in, __global int *out) {
  const size_t i = get_global_id(0);
  int4 v = vload4(i, in);
  vstore4(v + (int)i, 0, out + i); /*@race*/
}
