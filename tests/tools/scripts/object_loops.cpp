// LOOPS: one pmaddwd 1.5
// LOOPS: stack pmaddwd 9
// LOOPS: none vpdpbusd 9
// LOOPS: word pmaddwd 9 registers=2
void multiply(int n);
void multiply(int n) {
  for (int i = 0; i < n; ++i) {
    asm volatile(
        "pmaddwd %%xmm0, %%xmm1\npmaddwd %%xmm0, %%xmm2\npmaddwd %%xmm0, %%xmm3\n"
        "pmaddwd %%xmm0, %%xmm4\npmaddwd %%xmm0, %%xmm5\npmaddwd %%xmm0, %%xmm6\n"
        "pmaddwd %%xmm0, %%xmm7\npmaddwd %%xmm0, %%xmm8\nmovl (%%rsp), %%eax\n"
        "paddd %%xmm1, %%xmm2\npaddd %%xmm3, %%xmm4\npaddd %%xmm5, %%xmm6\n" ::
            : "eax", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8");
  }
}
