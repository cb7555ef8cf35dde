// expect: race
//--local_size=64 --num_groups=4
// The twin, whose threads meet.
template <class T> __global__ void host_error_bad(T *a) {
  a[threadIdx.x] = blockIdx.x; /*@race*/
}

int main() {
  unknown_type x;
  host_error_bad<<<1, 1>>>((float *)0);
}
