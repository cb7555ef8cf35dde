// expect: unsupported
//--local_size=64 --num_groups=4
// A race: the next rounds change the results before any wait. Refused all the same, as any number of copies is under way at the
// barrier (async/copy_out_bad.cl is the same mistake without the loop).

kernel void copies_never_waited(global int *out, int n) {
  local int tile[64];
  const int t = get_local_id(0);
  for (int i = 0; i < n; i++) {
    tile[t] = i + t;
    barrier(CLK_LOCAL_MEM_FENCE);
    async_work_group_copy(out + 256 * i + 64 * get_group_id(0), tile, 64, 0);
  }
}
