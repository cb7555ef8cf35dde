// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64 256; groups 1 3
// One thread adds for its group.

__kernel void counter_cheap(__global int *total)
    /*@cost same = 0*/ /*@cost sectors = groups*/ {
  if (get_local_id(0) == 0)
    atomic_add(total, 2 * (int)get_local_size(0));
}
