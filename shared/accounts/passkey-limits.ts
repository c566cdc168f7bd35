export const passkeyLimits = { perMember: 20, nameLength: 60 } as const
