/**
 * Two versions of the app at once: the newer one takes a bookmark's arguments in another form, and
 * still understands the older.
 */
import * as z from 'zod/mini'
import type { Mutation } from '#shared/kernel/mutation.ts'
import { Id } from '#shared/kernel/fields.ts'
import { setBookmark } from '#shared/reading/mutations.ts'
import { mutations } from '#shared/registry.ts'
import { targetKinds } from '#shared/votes/schema.ts'

const OldArgs = z.strictObject({ kind: z.enum(targetKinds), target: Id, saved: z.boolean() })
type OldArgs = z.infer<typeof OldArgs>

const renewed = (args: OldArgs) => ({ targetKind: args.kind, targetId: args.target, isSaved: args.saved })
export const aged = (args: { readonly targetKind: 'post' | 'comment'; readonly targetId: string; readonly isSaved: boolean }): OldArgs => ({
  kind: args.targetKind,
  target: args.targetId,
  saved: args.isSaved,
})

export const oldBookmark: Mutation<OldArgs> = {
  name: setBookmark.name,
  version: 1,
  from: 'member',
  runs: 'device',
  args: OldArgs,
  upcasts: {},
  isQuiet: false,
  needs: ({ target }) => [target],
  key: ({ target }) => `bookmark:${target}`,
  run: (context, args) => setBookmark.run(context, renewed(args)),
}

export const newBookmark: typeof setBookmark = { ...setBookmark, version: 2, upcasts: { 1: (args) => renewed(OldArgs.parse(args)) } }

const isBookmark = ({ name }: Mutation<unknown>): boolean => name === setBookmark.name

/** What the server, and devices with the newer app, know. */
export const newMutations: readonly Mutation<unknown>[] = mutations.map((mutation) =>
  isBookmark(mutation) ? known(newBookmark) : mutation,
)
export const oldMutations: readonly Mutation<unknown>[] = mutations.map((mutation) =>
  isBookmark(mutation) ? known(oldBookmark) : mutation,
)

/** Only ever run with what its own schema has parsed. */
function known(mutation: unknown): Mutation<unknown> {
  return mutation as Mutation<unknown>
}
