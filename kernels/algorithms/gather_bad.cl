// expect: race
//--local_size=64 --num_groups=16
// Scatter through an index array: nothing says that its entries differ.

__kernel void scatter(__global const int *index, __global const float *in, __global float *out, int n) {
  for (int i = get_global_id(0); i < n; i += 1024)
    out[index[i]] = in[i]; /*@race*/
}
