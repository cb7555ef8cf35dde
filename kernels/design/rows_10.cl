// expect: verified
//--local_size=64 --num_groups=16
// The kernel that measures the encoding: ten literal reads and writes a thread, each thread in its own row.
#define N 10
#define STEP(j) a[N * i + (j)] = a[N * i + 7 * (j) % N] + (j);

__kernel void rows(__global int *a) {
  const int i = get_global_id(0);
  STEP(0)
  STEP(1)
  STEP(2)
  STEP(3)
  STEP(4)
  STEP(5)
  STEP(6)
  STEP(7)
  STEP(8)
  STEP(9)
}
