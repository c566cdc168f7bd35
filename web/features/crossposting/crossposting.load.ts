import type { Loads } from '../../app/route.ts'

/**
 * `/crosspostLogin?token=`: the site has no other one to link accounts with, so it is not found,
 * and says why. No token is read.
 */
const loadConnect = () => ({ head: { title: 'Connect an account', robots: 'noindex' as const }, isAbsent: true as const })

export const loads = { '/crosspostLogin': loadConnect } satisfies Loads
