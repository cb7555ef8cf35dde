// ARGS: --local-size 64 --num-groups 1
// Clang's messages, with their places.
__kernel void bad_undeclared(__global int *a) {
  a[get_local_id(0)] = no_such_variable;
}
/* expected
exit status 2
bad_undeclared.cl:4:24: error: use of undeclared identifier 'no_such_variable'
    4 |   a[get_local_id(0)] = no_such_variable;
      |                        ^
bad_undeclared.cl: error
*/
