// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64 128; groups 1 3
// Neighbouring warps do.

__kernel void sides_cheap(__global const int *a, __global int *out)
    /*@cost divwarps = 0*/ /*@cost sectors = 8*warps*/ {
  int i = get_global_id(0);
  if (get_local_id(0) / 32 % 2 == 0)
    out[i] = a[i] + 1;
  else
    out[i] = a[i] * 3;
}
