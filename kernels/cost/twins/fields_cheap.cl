// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64 128; groups 1 3
// The same field from an array of its own.

__kernel void fields_cheap(__global const float *x, __global float *out)
    /*@cost sectors = 8*warps*/ {
  int i = get_global_id(0);
  out[i] = x[i];
}
