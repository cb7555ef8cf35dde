// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; n 0 1 2 81 82 1000
// Three times as much each round, up to a number that leaves room.

__kernel void tripling(__global int *a, int n) {
  for (unsigned s = 1; s < 1000; s *= 3)
    a[get_local_id(0)] = 1;
  for (int s = 1; s < n; s *= 2)
    a[get_local_id(0)] = 2;
}
