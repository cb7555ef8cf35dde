// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Elements of another size.

__kernel void elements_double(__global const double *a, __global double *b) /*@cost sectors = 16*warps*/ {
  b[get_global_id(0)] = a[get_global_id(0)];
}
