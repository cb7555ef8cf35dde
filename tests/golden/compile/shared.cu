// ARGS: --block-dim 64 --grid-dim 1
// CUDA: shared memory is a variable of address space 3, __syncthreads a call with a meaning, atomics are instructions.
__global__ void shared(int *a, unsigned *counter) {
  __shared__ int tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile[63 - threadIdx.x];
  atomicAdd(counter, 1u);
}
/* expected
define dso_local void @_Z6sharedPiPj(ptr noundef %a, ptr noundef %counter) {
entry:
  %call.i = call noundef i32 @__lockstep_local_id(i32 noundef 0)
  %idxprom = zext i32 %call.i to i64
  %arrayidx = getelementptr inbounds i32, ptr %a, i64 %idxprom
  %0 = load i32, ptr %arrayidx, align 4
  %call.i11 = call noundef i32 @__lockstep_local_id(i32 noundef 0)
  %idxprom2 = zext i32 %call.i11 to i64
  %arrayidx3 = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ6sharedPiPjE4tile to ptr), i64 0, i64 %idxprom2
  store i32 %0, ptr %arrayidx3, align 4
  call void @__lockstep_barrier(i32 noundef 1, i32 noundef 3)
  %call.i12 = call noundef i32 @__lockstep_local_id(i32 noundef 0)
  %sub = sub i32 63, %call.i12
  %idxprom5 = zext i32 %sub to i64
  %arrayidx6 = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ6sharedPiPjE4tile to ptr), i64 0, i64 %idxprom5
  %1 = load i32, ptr %arrayidx6, align 4
  %call.i13 = call noundef i32 @__lockstep_local_id(i32 noundef 0)
  %idxprom8 = zext i32 %call.i13 to i64
  %arrayidx9 = getelementptr inbounds i32, ptr %a, i64 %idxprom8
  store i32 %1, ptr %arrayidx9, align 4
  %call10 = call noundef i32 @__lockstep_atomic_add_u32(ptr noundef %counter, i32 noundef 1)
  ret void
}
*/
