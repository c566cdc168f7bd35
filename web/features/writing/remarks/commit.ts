import type { Mutation } from '#shared/kernel/mutation.ts'

/** Does a mutation on the device. */
export type Commit = <Args>(mutation: Mutation<Args>, args: Args) => Promise<unknown>
