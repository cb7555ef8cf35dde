// expect: verified
//--local_size=64 --num_groups=4
// Three numbers that change places stay different.
kernel void k(int a, int b, int c) {
  __requires(a != b & a != c & b != c);
  for (int i = 0; __invariant(a != b), i < 100; i++) {
    int first = a;
    a = b;
    b = c;
    c = first;
  }
  __assert(a != b);
}
