// expect: verified
//--local_size=8 --num_groups=1
// CUDA's float3 has twelve bytes and no padding.
struct Point {
  float3 v;
  float w;
};

__global__ void cuda_float3(float3 *p, Point *q) {
  int t = threadIdx.x;
  p[t] = make_float3(t, 1, 2);
  if (t == 0)
    q[0].v = make_float3(1, 2, 3);
  if (t == 1)
    q[0].w = 1;
}
