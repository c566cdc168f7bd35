import type { Mutation } from '#shared/kernel/mutation.ts'

/** Does a mutation on the device. @param draft place of the words that leave with it */
export type Commit = <Args>(mutation: Mutation<Args>, args: Args, draft?: string) => Promise<unknown>
