// expect: verified
//--local_size=8 --num_groups=2
// In OpenCL C.

__kernel void assume(__global int *p, int stride) {
  __builtin_assume(stride >= (int)get_global_size(0) && stride < 1024);
  p[get_global_id(0)] = 1;
  p[get_global_id(0) + stride] = 2;
}
