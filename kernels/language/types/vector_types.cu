// expect: verified
//--local_size=64 --num_groups=4
// CUDA's vector types: whole loads and stores, make_ functions, single fields.

__global__ void vector_types(float4 *a, int2 *b, uchar4 *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = a[i];
  v.x += v.w;
  a[i] = make_float4(v.y, v.x, v.w, v.z);
  b[i].x = (int)v.x;
  b[i].y = (int)v.y;
  c[i] = make_uchar4(1, 2, 3, (unsigned char)i);
}
