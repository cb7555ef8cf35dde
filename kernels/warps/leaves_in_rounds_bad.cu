// expect: divergence
//--local_size=32 --num_groups=1
// Lanes leave the loop in different rounds and go on to what the others do behind it: those still wait for them.
__global__ void leaves_in_rounds(int *out, const int *rounds) {
  int left = rounds[threadIdx.x];
  do {
    __syncwarp(); /*@divergence*/
  } while (--left > 0);
  out[threadIdx.x] = 1;
}
