/** Of a term's meaning among the bodies of its page, and of its place there. */
export const termBodyKey = (termId: string): string => `term-${termId}`
