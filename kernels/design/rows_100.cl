// expect: verified
//--local_size=64 --num_groups=16
// The same with a hundred accesses a row.
#define N 100
#define STEP(j) a[N * i + (j)] = a[N * i + 7 * (j) % N] + (j);
#define STEP10(j) STEP(j) STEP(j + 1) STEP(j + 2) STEP(j + 3) STEP(j + 4) STEP(j + 5) STEP(j + 6) STEP(j + 7) STEP(j + 8) STEP(j + 9)

__kernel void rows(__global int *a) {
  const int i = get_global_id(0);
  STEP10(0)
  STEP10(10)
  STEP10(20)
  STEP10(30)
  STEP10(40)
  STEP10(50)
  STEP10(60)
  STEP10(70)
  STEP10(80)
  STEP10(90)
}
