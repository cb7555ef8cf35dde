// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// A structure that no instruction moves as a whole: a lane may have written a part of it before another reads that.
struct Row { int v[8]; };
__global__ void lock_step_struct(Row *rows) {
  const int t = threadIdx.x;
  rows[t] = rows[t + 1]; /*@race*/
}
