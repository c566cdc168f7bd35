export const secondFactorLimits = { recoveryCodes: 10 } as const
