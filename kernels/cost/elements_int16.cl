// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// A thread moves 16 bytes at once: a vector of 64 is four requests.

__kernel void elements_int16(__global const int16 *a, __global int16 *b) /*@cost requests = 8*warps*/ /*@cost sectors = 256*warps*/ {
  b[get_global_id(0)] = a[get_global_id(0)];
}
