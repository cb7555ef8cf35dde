// expect: verified
//--local_size=64 --num_groups=1 --tier=watchdog
// Found by `oracle random` (seed 31000000): one watched value was a number in one question and bits in the other.
kernel void values_of_two_kinds(local uint *t, uint n, uint m) {
  t[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[get_local_id(0) & (n ^ m)] = n ^ m;
}
