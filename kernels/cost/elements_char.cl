// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Elements of another size.

__kernel void elements_char(__global const char *a, __global char *b) /*@cost sectors = 2*warps*/ {
  b[get_global_id(0)] = a[get_global_id(0)];
}
