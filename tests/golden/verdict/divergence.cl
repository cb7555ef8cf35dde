// COMMAND: verify
// ARGS: --local-size 2 --num-groups 1
// Who reaches the barrier, and who does not.
__kernel void divergence(__global int *a) {
  if (get_local_id(0) == 1)
    barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_local_id(0)] = 1;
}
/* expected
divergence.cl:6:5: error: barrier may be reached by some threads of a group and not by others
    6 |     barrier(CLK_GLOBAL_MEM_FENCE);
      |     ^
divergence.cl:6:5: note: the thread with local id 1 in group 0 reaches the barrier
divergence.cl:6:5: note: the thread with local id 0 in group 0 does not reach the barrier
note: all threads of a group must reach the same barrier, equally often: move it out of the conditional code
note: confirmed: an execution shows it (steps 5 and 5)
divergence.cl: divergence: divergence
exit status 1
*/
