// expect: race
//--local_size=64 --num_groups=1
// Another thread has written the cell in between.

kernel void k(global int *out, global int *place) {
  int t = get_global_id(0);
  place[t] = t;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (t == 0)
    place[1] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[place[t]] = t; /*@race*/
}
