// STAGE: analyse
// ARGS: --local-size=256 --num-groups=1
// Fig. 1a: the loop variable doubles from 1, stays below the group size inside the loop, and is the same for all threads.
#define TS get_local_size(0)

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset < TS) {
    if (tid >= offset)
      temp = sum[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (tid >= offset)
      sum[tid] = sum[tid] + temp;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
/* expected
kernel scan
launch: local size 256,1,1, groups 1,1,1
uniform in a group: variables offset; blocks entry while.cond while.body if.end if.end13 while.end
uniform in the grid: variables offset; blocks entry while.cond while.body if.end if.end13 while.end
written arrays: sum
loop while.cond, depth 1: while.cond while.body if.then if.end.from if.end if.then8 if.end13
  at most 8 rounds
  orbit of offset: 9 tuples
block while.cond: tid in [0, 255]; offset in [1, 256];
block while.body: tid in [0, 255]; offset in [1, 128];
block if.then: tid in [1, 255]; offset in [1, 128];
block if.end.from: tid in [0, 127]; offset in [1, 128];
block if.end: tid in [0, 255]; offset in [1, 128];
block if.then8: tid in [1, 255]; offset in [1, 128];
block if.end13: tid in [0, 255]; offset in [1, 128];
*/
