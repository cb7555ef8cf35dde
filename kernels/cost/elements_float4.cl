// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Elements of another size.

__kernel void elements_float4(__global const float4 *a, __global float4 *b) /*@cost sectors = 32*warps*/ {
  b[get_global_id(0)] = a[get_global_id(0)];
}
