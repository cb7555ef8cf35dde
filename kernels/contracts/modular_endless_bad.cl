// expect walk (function): assertion
// expect all: verified
//--local_size=64 --num_groups=4
// It never returns, but it does access what it must not.
void walk(global int *a, int n) {
  __requires(__ptr_offset_bytes(a) == 0 && 0 <= n && n < 1000);
  __ensures(__write_implies(a, __write_offset_bytes(a) / 4 == get_global_id(0)));
  a[get_global_id(0) + n] = get_global_id(0); /*@assert*/
  walk(a, n);
}
kernel void all(global int *a) {
  walk(a, 1);
}
