// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia x: sectors 4, lines 1, ideal 4
// observe nvidia z: sectors 4, lines 1, ideal 4
// Fields in arrays of their own.

__kernel void apart(__global const float *x, __global const float *z, __global float *out) {
  const int t = get_local_id(0);
  out[t] = x[t] + /*@repaired structs x*/
           z[t];  /*@repaired structs z*/
}
