// expect: race
//--local_size=8 --num_groups=1
// The structure around it has a fourth float.
struct Point {
  float3 v;
  float w;
};

__global__ void cuda_float3(Point *q, Point *r) {
  int t = threadIdx.x;
  if (t == 0)
    q[0] = r[0];
  if (t == 1)
    q[0].w = 1;
}
