// expect: verified
//--local_size=8 --num_groups=1
// The twin of unicode_names_bad.cu: each thread has its own element.

__global__ void unicode_names(int *größe) {
  größe[threadIdx.x] = threadIdx.x;
}
