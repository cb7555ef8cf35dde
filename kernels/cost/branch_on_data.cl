// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3; a=zero:2000 a=iota:2000 a=random:1:2000
// Who writes depends on what is read.

__kernel void branch_on_data(__global const int *a, __global int *b) /*@cost sectors = 4*warps..8*warps*/ /*@cost divwarps = 0..warps*/ {
  int i = get_global_id(0);
  if (a[i] % 2 > 0)
    b[i] = 0;
}
