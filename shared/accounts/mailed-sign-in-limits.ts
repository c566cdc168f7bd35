/** A code is typed on a phone: digits only. Five tries at one of a hundred million. */
export const mailedCodeLimits = { digits: 8, tries: 5 } as const
