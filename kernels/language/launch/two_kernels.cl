// expect: verified
//--local_size=64 --num_groups=4
// Two kernels in one file, both checked, each under the same launch.

__kernel void fill(__global int *out, int v) { out[get_global_id(0)] = v; }

__kernel void mirror(__global const int *in, __global int *out) {
  const int n = get_global_size(0);
  out[n - 1 - (int)get_global_id(0)] = in[get_global_id(0)];
}
