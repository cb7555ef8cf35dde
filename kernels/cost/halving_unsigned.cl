// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; h 0 1 2 7 8 3000000000 4294967295
// Without a sign, all the way.

__kernel void halving_unsigned(__global int *a, unsigned h) /*@cost sectors = 4*[h - 1 >= 0]*(log2(h) + 1)*/ {
  for (unsigned s = h; s > 0; s >>= 1)
    a[get_local_id(0)] = 1;
}
