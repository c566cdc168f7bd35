import type { Mutation, MutationContext } from '#shared/kernel/mutation.ts'

/**
 * What only the server does in the transaction of a mutation, right after it: slugs, versions,
 * counts, tallies.
 */
export interface TriggerContext extends MutationContext {
  newId(): string
}

export interface Trigger {
  /** Name of the mutation it follows. */
  readonly mutation: string
  /** A throw undoes the mutation too. `args` are the mutation's, parsed. */
  run(context: TriggerContext, args: unknown): Promise<void>
}

/** Several may follow one mutation; they run in this order. */
export type Triggers = readonly Trigger[]

export function defineTrigger<Args>(mutation: Mutation<Args>, triggers: (context: TriggerContext, args: Args) => Promise<void>): Trigger {
  return {
    mutation: mutation.name,
    // Only ever run with what this mutation's schema has parsed.
    run: (context, args) => triggers(context, args as Args),
  }
}
