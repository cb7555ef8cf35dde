// STAGE: build_kernel
// Fig. 1a of [CDKQ13] as kernel IR: one load or store per access of the source.
#define TS get_local_size(0)

__kernel void scan(__global int *sum) {
  const int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset < TS) {
    if (tid >= offset)
      temp = sum[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (tid >= offset)
      sum[tid] = sum[tid] + temp;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
/* expected
kernel scan pointer_bits 64 {
  var undef : i32;
  var tid : i32 "tid";
  var offset : i32 "offset";
  var temp.0.written : bool;
  var temp : i32 "temp";
  var temp.1 : i32 "temp";
  var temp.1.written : bool;
  var temp.2 : i32 "temp";
  var sum.value : i32;
  var undef.1 : i32;
  array sum : i32[] global param "sum";

block entry:
  havoc undef;
  tid := trunc(local_id(0, i64), i32);
  offset := 1:i32;
  temp.0.written := false;
  temp := undef;
  goto while.cond;

block while.cond:
  br ult(sext(offset, i64), local_size(0, i64)), while.body, while.end;

block while.end:
  return;

block while.body:
  br sle(offset, tid), if.then, if.end.from;

block if.then:
  temp.1 := sum[sext(sub.nsw(tid, offset), i64)];
  temp.1.written := true;
  temp.2 := temp.1;
  goto if.end;

block if.end:
  barrier group fence(global);
  br sle(offset, tid), if.then8, if.end13;

block if.then8:
  sum.value := sum[sext(tid, i64)];
  havoc undef.1;
  sum[sext(tid, i64)] := add.nsw(sum.value, ite(temp.1.written, temp.2, undef.1));
  goto if.end13;

block if.end13:
  barrier group fence(global);
  offset := mul.nsw(offset, 2:i32);
  temp.0.written := temp.1.written;
  temp := temp.2;
  goto while.cond;

block if.end.from:
  temp.1.written := temp.0.written;
  temp.2 := temp;
  goto if.end;
}
*/
