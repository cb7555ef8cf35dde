// expect: verified
//--local_size=8 --num_groups=1
// Three components are copied as four: the threads write behind the last one.

kernel void k(global float *out) {
  local float3 s[8];
  const int t = get_local_id(0);
  s[t] = (float3)(t, t, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy((global float3 *)out, s, 8, 0);
  out[32 + t] = t;
  wait_group_events(1, &e);
}
