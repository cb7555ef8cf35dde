// expect: race
//--local_size=128 --num_groups=32
// Each thread takes four neighbours but starts at its id.

__kernel void saxpy(float a, __global const float *x, __global float *y, int n) {
  const int first = get_global_id(0);
  for (int i = first; i < first + 4 && i < n; ++i)
    y[i] = a * x[i] + y[i]; /*@race*/
}
