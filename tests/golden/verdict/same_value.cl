// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1
// Writes of one value do not race ...
__kernel void same_value(__global int *a) { a[0] = 1; }
/* expected
same_value.cl: same_value: verified
*/
