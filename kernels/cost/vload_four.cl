// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// vload4 and vstore4 take places that are aligned as an element is. elements_float4.cl asks for whole vectors.

__kernel void vload_four(__global const float *a, __global float *b) /*@cost requests = 8*warps*/ /*@cost sectors = 128*warps*/ {
  size_t i = get_global_id(0);
  vstore4(vload4(i, a), i, b);
}
