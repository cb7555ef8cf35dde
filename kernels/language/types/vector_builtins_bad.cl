// expect: race
//--local_size=64 --num_groups=4
// The lengths of four vectors go to the places of one.

__kernel void vector_builtins(__global const float4 *a, __global float *len) {
  const int i = get_global_id(0);
  len[i / 4] = dot(a[i], a[i]); /*@race*/
}
