/** On the way to the operator's OpenID provider, and back: the latter is registered there. */
export const providerPaths = { start: '/auth/provider', callback: '/auth/provider/callback' } as const
