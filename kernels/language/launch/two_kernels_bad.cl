// expect fill: verified
// expect mirror: race
//--local_size=64 --num_groups=4
// The first kernel is fine, the second is not.

__kernel void fill(__global int *out, int v) { out[get_global_id(0)] = v; }

__kernel void mirror(__global int *out) {
  const int n = get_global_size(0);
  out[n - 1 - (int)get_global_id(0)] = out[get_global_id(0)]; /*@race*/
}
