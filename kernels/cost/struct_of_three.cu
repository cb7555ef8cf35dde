// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// CUDA's float3 is aligned to four bytes: each of its three numbers is stored by a request of its own.

__global__ void struct_of_three(float3 *a) /*@cost requests = 3*warps*/ /*@cost sectors = 36*warps*/ {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  a[t] = make_float3(t, 1, 2);
}
