/**
 * Feature flags: what the operator can switch on (`FLAGS`) before it is for everybody. A flag that
 * is gone from here is gone from the settings too.
 */
export const flagNames = ['profiling'] as const
export type Flag = (typeof flagNames)[number]

export const isFlag = (name: string): name is Flag => flagNames.some((each) => each === name)
