// expect: race
//--local_size=64 --num_groups=16
// Rows of 29 elements, thirty written: the last element of a row is the first of the next.
#define N 30
#define PITCH 29
#define STEP(j) a[PITCH * i + (j)] = a[PITCH * i + 7 * (j) % N] + (j);
#define STEP10(j) STEP(j) STEP(j + 1) STEP(j + 2) STEP(j + 3) STEP(j + 4) STEP(j + 5) STEP(j + 6) STEP(j + 7) STEP(j + 8) STEP(j + 9)

__kernel void rows(__global int *a) {
  const int i = get_global_id(0);
  STEP10(0) /*@race*/
  STEP10(10)
  STEP10(20)
}
