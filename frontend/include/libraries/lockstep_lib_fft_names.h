// lockstep_lib_fft_names.h: the functions of cuFFT and hipFFT, once for each definition of LKS_FFT. Part of
// lockstep_lib_fft.h and lockstep_lib_hip_fft.h.
LKS_FFT(Create) LKS_FFT(Destroy) LKS_FFT(Plan1d) LKS_FFT(Plan2d) LKS_FFT(Plan3d) LKS_FFT(PlanMany) LKS_FFT(MakePlan1d) LKS_FFT(MakePlan2d)
LKS_FFT(MakePlan3d) LKS_FFT(MakePlanMany) LKS_FFT(MakePlanMany64) LKS_FFT(Estimate1d) LKS_FFT(Estimate2d) LKS_FFT(Estimate3d)
LKS_FFT(EstimateMany) LKS_FFT(GetSize1d) LKS_FFT(GetSize2d) LKS_FFT(GetSize3d) LKS_FFT(GetSizeMany) LKS_FFT(GetSizeMany64) LKS_FFT(GetSize)
LKS_FFT(SetWorkArea) LKS_FFT(SetAutoAllocation) LKS_FFT(SetStream) LKS_FFT(GetVersion) LKS_FFT(GetProperty) LKS_FFT(SetCompatibilityMode)
LKS_FFT(ExecC2C) LKS_FFT(ExecR2C) LKS_FFT(ExecC2R) LKS_FFT(ExecZ2Z) LKS_FFT(ExecD2Z) LKS_FFT(ExecZ2D)
LKS_FFT(XtSetGPUs) LKS_FFT(XtMalloc) LKS_FFT(XtMemcpy) LKS_FFT(XtFree) LKS_FFT(XtSetWorkArea) LKS_FFT(XtExecDescriptorC2C)
LKS_FFT(XtExecDescriptorR2C) LKS_FFT(XtExecDescriptorC2R) LKS_FFT(XtExecDescriptorZ2Z) LKS_FFT(XtExecDescriptorD2Z)
LKS_FFT(XtExecDescriptorZ2D) LKS_FFT(XtExecDescriptor) LKS_FFT(XtQueryPlan) LKS_FFT(XtSetCallback) LKS_FFT(XtClearCallback)
LKS_FFT(XtSetCallbackSharedSize) LKS_FFT(XtMakePlanMany) LKS_FFT(XtGetSizeMany) LKS_FFT(XtExec) LKS_FFT(XtSetWorkAreaPolicy)
