// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1
// What is not modelled is refused by name and place.
int f(int x) { return x == 0 ? 0 : 2 + f(x - 2); }

__kernel void unsupported(__global int *a) { a[get_local_id(0)] = f(a[0]); }
/* expected
unsupported.cl:6:67: unsupported: recursion: 'f' calls itself, directly or through others
    6 | __kernel void unsupported(__global int *a) { a[get_local_id(0)] = f(a[0]); }
      |                                                                   ^
unsupported.cl: unsupported: unsupported
exit status 3
*/
