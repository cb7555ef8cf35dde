// lockstep_lib_rand_names.h: the functions of cuRAND and hipRAND, once for each definition of LKS_RAND. Part of
// lockstep_lib_rand.h and lockstep_lib_hip_rand.h.
LKS_RAND(CreateGenerator) LKS_RAND(CreateGeneratorHost) LKS_RAND(DestroyGenerator) LKS_RAND(GetVersion) LKS_RAND(GetProperty)
LKS_RAND(SetStream) LKS_RAND(SetPseudoRandomGeneratorSeed) LKS_RAND(SetGeneratorOffset) LKS_RAND(SetGeneratorOrdering)
LKS_RAND(SetQuasiRandomGeneratorDimensions) LKS_RAND(Generate) LKS_RAND(GenerateLongLong) LKS_RAND(GenerateUniform)
LKS_RAND(GenerateUniformDouble) LKS_RAND(GenerateNormal) LKS_RAND(GenerateNormalDouble) LKS_RAND(GenerateLogNormal)
LKS_RAND(GenerateLogNormalDouble) LKS_RAND(GeneratePoisson) LKS_RAND(GenerateSeeds) LKS_RAND(CreatePoissonDistribution)
LKS_RAND(DestroyDistribution) LKS_RAND(GetDirectionVectors32) LKS_RAND(GetDirectionVectors64) LKS_RAND(GetScrambleConstants32)
LKS_RAND(GetScrambleConstants64) LKS_RAND(MakeMTGP32Constants) LKS_RAND(MakeMTGP32KernelState)
