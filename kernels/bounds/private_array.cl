// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A private array in OpenCL.

__kernel void private_array(__global int *out) {
  int l[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++)
    l[i] += i;
  out[get_global_id(0)] = l[2];
}
