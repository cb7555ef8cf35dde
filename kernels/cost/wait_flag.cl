// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; flag=1
// Waits for a flag: there is no bound from above.

__kernel void wait_flag(__global const volatile int *flag, __global int *b) /*@cost divwarps = 0*/ {
  int k = 0;
  while (!flag[0])
    ++k;
  b[get_global_id(0)] = k;
}
