// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1; w 32 33 34 36 40; h 1 2 7 10
// published (w=1024 h=1024): sectors 8196
// published (w=258 h=258): sectors 2454
// The same with the column's own term in a register (addSub3).

__kernel void add_sub_3(__global const int *a, __global const int *b, __global int *c, int w, int h)
    /*@cost sectors = 4 + 8*(2*ceil(h/2)) + 2*((2*ceil(h/2)) - ceil((2*ceil(h/2))/(8/gcd(w, 8)))) if groups == 1 and w >= 32*/ /*@cost divwarps = 0*/ {
  __requires(w >= (int)get_global_size(0));
  int i = get_global_id(0);
  int own = b[i];
  for (int j = 0; j < h; j += 2) {
    c[j * w + i] = a[j * w + i] + own;
    c[(j + 1) * w + i] = a[(j + 1) * w + i] - own;
  }
}
