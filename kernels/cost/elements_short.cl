// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Elements of another size.

__kernel void elements_short(__global const short *a, __global short *b) /*@cost sectors = 4*warps*/ {
  b[get_global_id(0)] = a[get_global_id(0)];
}
