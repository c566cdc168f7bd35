/**
 * Names that a page's policy lets Trusted Types policies have: ours (web/trusted-types.ts, the
 * inline script), and ProseMirror's for what is pasted.
 */
export const trustedPolicies = ['lyceum', 'lyceum-parse', 'lyceum-start', 'ProseMirrorClipboard'] as const

export type TrustedPolicy = (typeof trustedPolicies)[number]
