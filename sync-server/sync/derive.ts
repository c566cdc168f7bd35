import type { Mutation, MutationContext } from '#shared/kernel/mutation.ts'

/** What only the server does in the transaction of a mutation, right after it: slugs, versions, counts, tallies. */
export interface DeriveContext extends MutationContext {
  newId(): string
}

export interface Derivation {
  /** Name of the mutation it follows. */
  readonly mutation: string
  /** A throw undoes the mutation too. `args` are the mutation's, parsed. */
  run(context: DeriveContext, args: unknown): Promise<void>
}

/** Several may follow one mutation; they run in this order. */
export type Derivations = readonly Derivation[]

export function defineDerive<Args>(mutation: Mutation<Args>, derive: (context: DeriveContext, args: Args) => Promise<void>): Derivation {
  return {
    mutation: mutation.name,
    // Only ever run with what this mutation's schema has parsed.
    run: (context, args) => derive(context, args as Args),
  }
}
