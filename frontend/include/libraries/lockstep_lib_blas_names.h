// lockstep_lib_blas_names.h: the functions of cuBLAS and hipBLAS, once for each definition of LKS_BLAS, LKS_BLAS2 and
// LKS_BLAS_64. Part of lockstep_lib_blas.h and lockstep_lib_hip_blas.h.
#define LKS_SD(name) LKS_BLAS_64(S##name) LKS_BLAS_64(D##name)
#define LKS_CZ(name) LKS_BLAS_64(C##name) LKS_BLAS_64(Z##name)
#define LKS_SDCZ(name) LKS_SD(name) LKS_CZ(name)
LKS_BLAS2(Create) LKS_BLAS2(Destroy) LKS_BLAS2(GetVersion) LKS_BLAS(GetProperty) LKS_BLAS2(SetStream) LKS_BLAS2(GetStream)
LKS_BLAS2(SetWorkspace) LKS_BLAS2(GetPointerMode) LKS_BLAS2(SetPointerMode) LKS_BLAS(GetAtomicsMode) LKS_BLAS(SetAtomicsMode)
LKS_BLAS(GetMathMode) LKS_BLAS(SetMathMode) LKS_BLAS(GetSmCountTarget) LKS_BLAS(SetSmCountTarget) LKS_BLAS(LoggerConfigure)
LKS_BLAS(SetLoggerCallback) LKS_BLAS(GetLoggerCallback) LKS_BLAS(SetVector) LKS_BLAS(GetVector) LKS_BLAS(SetMatrix) LKS_BLAS(GetMatrix)
LKS_BLAS(SetVectorAsync) LKS_BLAS(GetVectorAsync) LKS_BLAS(SetMatrixAsync) LKS_BLAS(GetMatrixAsync)
LKS_BLAS(Init) LKS_BLAS(Shutdown) LKS_BLAS(GetError) LKS_BLAS(Alloc) LKS_BLAS(Free) LKS_BLAS(SetKernelStream)
// level 1
LKS_SDCZ(copy) LKS_SDCZ(swap) LKS_SDCZ(axpy) LKS_SDCZ(scal) LKS_SDCZ(rot) LKS_SDCZ(rotg)
LKS_SD(rotm) LKS_SD(rotmg) LKS_SD(nrm2) LKS_SD(asum) LKS_SD(dot) LKS_CZ(dotu) LKS_CZ(dotc) LKS_BLAS_64(Scnrm2) LKS_BLAS_64(Dznrm2)
LKS_BLAS_64(Scasum) LKS_BLAS_64(Dzasum) LKS_BLAS_64(Csscal) LKS_BLAS_64(Zdscal) LKS_BLAS_64(Csrot) LKS_BLAS_64(Zdrot)
#define LKS_EACH(name) LKS_BLAS_64(Is##name) LKS_BLAS_64(Id##name) LKS_BLAS_64(Ic##name) LKS_BLAS_64(Iz##name)
LKS_EACH(amax) LKS_EACH(amin)
#undef LKS_EACH
LKS_BLAS(Nrm2Ex) LKS_BLAS(DotEx) LKS_BLAS(DotcEx) LKS_BLAS(ScalEx) LKS_BLAS(AxpyEx) LKS_BLAS(CopyEx) LKS_BLAS(SwapEx) LKS_BLAS(IamaxEx)
LKS_BLAS(IaminEx) LKS_BLAS(AsumEx) LKS_BLAS(RotEx) LKS_BLAS(RotgEx) LKS_BLAS(RotmEx) LKS_BLAS(RotmgEx)
// level 2
LKS_SDCZ(gemv) LKS_SDCZ(gbmv) LKS_SDCZ(trmv) LKS_SDCZ(tbmv) LKS_SDCZ(tpmv) LKS_SDCZ(trsv) LKS_SDCZ(tpsv) LKS_SDCZ(tbsv) LKS_SDCZ(symv)
LKS_SD(sbmv) LKS_SD(spmv) LKS_SD(ger) LKS_SDCZ(syr) LKS_SD(spr) LKS_SDCZ(syr2) LKS_SD(spr2) LKS_CZ(hemv) LKS_CZ(hbmv) LKS_CZ(hpmv)
LKS_CZ(geru) LKS_CZ(gerc) LKS_CZ(her) LKS_CZ(hpr) LKS_CZ(her2) LKS_CZ(hpr2)
// level 3
LKS_SDCZ(gemm) LKS_SDCZ(symm) LKS_SDCZ(syrk) LKS_SDCZ(syr2k) LKS_SDCZ(syrkx) LKS_SDCZ(trmm) LKS_SDCZ(trsm) LKS_CZ(hemm) LKS_CZ(herk)
LKS_CZ(her2k) LKS_CZ(herkx) LKS_BLAS_64(Hgemm) LKS_CZ(gemm3m)
#define LKS_BATCHED(name) LKS_SDCZ(name##Batched) LKS_SDCZ(name##StridedBatched)
LKS_BATCHED(gemm) LKS_BATCHED(gemv) LKS_SDCZ(trsmBatched) LKS_SDCZ(getrfBatched) LKS_SDCZ(getriBatched) LKS_SDCZ(getrsBatched)
LKS_SDCZ(matinvBatched) LKS_SDCZ(geqrfBatched) LKS_SDCZ(gelsBatched) LKS_SDCZ(gemmGroupedBatched)
#undef LKS_BATCHED
LKS_BLAS(HgemmBatched) LKS_BLAS(HgemmStridedBatched) LKS_BLAS(Cgemm3mBatched) LKS_BLAS(Cgemm3mStridedBatched)
LKS_BLAS(HSHgemvBatched) LKS_BLAS(HSSgemvBatched) LKS_BLAS(TSTgemvBatched) LKS_BLAS(TSSgemvBatched) LKS_BLAS(HSHgemvStridedBatched)
LKS_BLAS(HSSgemvStridedBatched) LKS_BLAS(TSTgemvStridedBatched) LKS_BLAS(TSSgemvStridedBatched)
LKS_BLAS(GemmEx) LKS_BLAS(GemmEx_64) LKS_BLAS(GemmBatchedEx) LKS_BLAS(GemmStridedBatchedEx) LKS_BLAS(GemmGroupedBatchedEx)
LKS_BLAS(SgemmEx) LKS_BLAS(CgemmEx) LKS_BLAS(Cgemm3mEx) LKS_BLAS(CsyrkEx) LKS_BLAS(Csyrk3mEx) LKS_BLAS(CherkEx) LKS_BLAS(Cherk3mEx)
LKS_BLAS(Uint8gemmBias)
LKS_SDCZ(geam) LKS_SDCZ(dgmm) LKS_SDCZ(tpttr) LKS_SDCZ(trttp)
#undef LKS_SD
#undef LKS_CZ
#undef LKS_SDCZ
