// Under load they save 38 MB (docs/decisions/0008-memory.md). V8's young generation may grow to 16
// MB three times over; a quarter of that costs renders little. Compression runs on four threads,
// each of which glibc gives heaps of its own that it hardly returns: two are enough.
export const lowMemoryFlags: readonly string[] = ['--max-semi-space-size=4']
export const lowMemoryEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' }
