// expect: verified
//--local_size=60 --num_groups=4
// runs: local 60; groups 1 2 4
// A flat id is taken apart into row and column: each group has residues of its own, so groups are looked at one by one.

__kernel void ids_apart(__global int *out) /*@cost divwarps = 0*/ {
  const int i = get_global_id(0);
  const int x = i % 24, y = i / 24;
  out[x * 10 + y] = i;
}
