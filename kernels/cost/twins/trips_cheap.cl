// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2
// Lanes make the same number, each over its own part.

__kernel void trips_cheap(__global const int *a, __global int *out)
    /*@cost divwarps = 0*/ /*@cost sectors = 6*warps*/ {
  int t = get_local_id(0) % 32, sum = 0;
  for (int j = 0; j < 16; j += 8)
    sum += a[j + t % 8];
  out[get_global_id(0)] = sum;
}
