// expect: verified
//--blockDim=64 --gridDim=1
// No function begins at an odd address: that is how a pointer to a virtual one is marked.
struct Cells {
  int *p;
  __device__ int *front() { return p + threadIdx.x; }
  __device__ int *back() { return p + 64 + threadIdx.x; }
};
__global__ void member_pointer_choice(int *out, int c) {
  Cells a{out};
  int *(Cells::*m)() = (c & 1) ? &Cells::back : &Cells::front;
  *(a.*m)() = threadIdx.x;
}
