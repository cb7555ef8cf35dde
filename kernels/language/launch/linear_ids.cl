// expect: verified
//--local_size=[4,4,4] --num_groups=[2,2,2]
// The linear ids of OpenCL 2.0.

__kernel void linear_ids(__global int *a, __global int *b) {
  __local int buffer[64];
  buffer[get_local_linear_id()] = get_local_id(2);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_linear_id()] = buffer[63 - get_local_linear_id()];
  b[get_global_linear_id()] = 1;
}
