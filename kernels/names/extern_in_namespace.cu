// expect: unsupported
//--local_size=8 --num_groups=1
// A function of a namespace, named like OpenCL's select.

namespace db {
extern __device__ int select(int *rows, int n, int m);
}

__global__ void extern_in_namespace(int *p) {
  p[1 + threadIdx.x] = db::select(p, 3, 4); /*@unsupported*/
}
