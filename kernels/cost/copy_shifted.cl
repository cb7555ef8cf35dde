// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 96; groups 1 2 5; o 0..19
// What is read starts anywhere.

__kernel void copy_shifted(__global const int *a, __global int *b, uint o) /*@cost sectors = warps*(8 + [o % 8 != 0])*/ /*@cost divwarps = 0*/ {
  uint i = get_global_id(0);
  b[i] = a[i + o];
}
