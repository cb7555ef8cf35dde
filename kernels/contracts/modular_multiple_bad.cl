// expect put (function): verified
// expect all: assertion
//--local_size=64 --num_groups=4 --no-inline
// The pointer leads between two numbers, where the contract does not speak of what the function writes.
void put(global int *a, int i) { /*@assert*/
  __ensures(__write_implies(a, __write_offset_bytes(a) % 4 == 0));
  a[0] = i;
}
kernel void all(global char *to) {
  put((global int *)(to + 2), get_global_id(0));
}
