// expect: assertion
//--local_size=64 --num_groups=4
// Twin: one of them is lost.
kernel void k(int a, int b, int c) {
  __requires(a != b & a != c & b != c);
  for (int i = 0; __invariant(a != b), i < 100; i++) { /*@assert*/
    a = b;
    b = c;
    c = a;
  }
  __assert(a != b);
}
