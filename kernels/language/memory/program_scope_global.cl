// expect: verified
//--local_size=64 --num_groups=16
// A program-scope variable in global memory (OpenCL 2.0).
__global int table[1024];

__kernel void program_scope_global(void) {
  const int i = get_global_id(0);
  table[i] = 3 * i;
}
