/** In characters: of the quoted words, and of what stands around them. */
export const quoteLimits = { text: 300, around: 32 } as const
