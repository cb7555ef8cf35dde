// ARGS: --local-size 2 --num-groups 1
// A refuted goal comes with the values of constants: who and where. (All of them are forced here.)
__kernel void refuted(__global int *a, __global int *b) {
  if (get_local_id(0) == 0)
    a[1] = 1;
  if (get_local_id(0) == 1)
    b[0] = a[1];
}
/* expected
race:a:group:0: refuted
  local_id_x$1 = 0
  local_id_x$2 = 1
  witness.choice$1 = 0
  witness.choice$2 = 0
  witness.length$1 = 1
  witness.length$2 = 1
  witness.offset$1 = 1
  witness.offset$2 = 1
  witness.site$1 = 1
  witness.site$2 = 0
race:b:group:0: proved
*/
