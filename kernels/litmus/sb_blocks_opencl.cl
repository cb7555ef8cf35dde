// expect: race
//--local_size=1 --num_groups=2
// Store buffering between work-items of two work-groups, in OpenCL C, without fences.
// run: --local-size 1 --num-groups 2 --warp-size 1 --arg x=zero:1 --arg y=zero:1 --arg r1=zero:1 --arg r2=zero:1
// allowed: r1=0, r2=0
// allowed: r1=0, r2=1
// allowed: r1=1, r2=0
// allowed: r1=1, r2=1
__kernel void sb(__global int *x, __global int *y, __global int *r1, __global int *r2) {
  if (get_group_id(0) == 0) {
    x[0] = 1;
    r1[0] = y[0];
  } else {
    y[0] = 1;
    r2[0] = x[0];
  }
}
