// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1 --check-arrays a,none
__kernel void check_arrays(__global int *a) { a[get_local_id(0)] = 1; }
/* expected
check_arrays_missing.cl:3: error: kernel 'check_arrays' accesses no array 'none' (--check-arrays)
    3 | __kernel void check_arrays(__global int *a) { a[get_local_id(0)] = 1; }
check_arrays_missing.cl: check_arrays: error
exit status 2
*/
