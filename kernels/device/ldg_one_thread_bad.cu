// expect: race
//--block-dim=1 --grid-dim=1
// Even a single thread may read what was there before it wrote.
__global__ void ldg_one_thread_bad(int *d, int *o) {
  *d = 5; /*@race*/
  __threadfence();
  *o = __ldg(d); /*@race*/
}
