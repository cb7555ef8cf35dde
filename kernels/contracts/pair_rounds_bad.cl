// expect: assertion
//--local_size=64 --num_groups=4
// What two threads say of each other in each round: the first is right.
kernel void pair_rounds(int n) {
  __requires(0 <= n && n < 1000000);
  local int a[128];
  a[get_local_id(0)] = 2 * get_local_id(0);
  for (int i = 0;
       __invariant(__implies(__same_group, a[get_local_id(0)] != a[__other_int(get_local_id(0))])), i < n; ++i) {
    __barrier_invariant_binary_1(a[get_local_id(0)] != a[__other_int(get_local_id(0))], get_local_id(0),
                                 __other_int(get_local_id(0)));
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_local_id(0)] = a[get_local_id(0)] | 2;
  }
}
