/** Bytes of a file that may be read. */
export const largestFile = 20_000_000
