// expect: race
//--local_size=1 --num_groups=2
// Message passing between blocks in OpenCL C, without fences: the data may be missed.
// run: --local-size 1 --num-groups 2 --warp-size 1 --arg data=zero:1 --arg flag=zero:1 --arg r1=zero:1 --arg r2=zero:1
// allowed: r1=1, r2=0
// allowed: r1=0, r2=0
// allowed: r1=0, r2=1
// allowed: r1=1, r2=1
__kernel void mp(__global int *data, __global int *flag, __global int *r1, __global int *r2) {
  if (get_group_id(0) == 0) {
    data[0] = 1;
    flag[0] = 1;
  } else {
    r1[0] = flag[0];
    r2[0] = data[0];
  }
}
