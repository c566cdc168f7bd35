import * as z from 'zod/mini'
import type { PutArgs } from '../kernel/row-mutations.ts'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { canEditEvent } from './rules.ts'
import { eventDetails, events } from './schema.ts'
import { changeOf, timeAndPlace } from './settled.ts'

const { groupId: _group, pictureUrl: _picture, pictureAlt: _words, ...changeable } = eventDetails

/** What a device can change: groups and pictures are looked up by the server (`events.put`). */
export const changeableDetails = changeable

type Changed = { readonly [Field in keyof typeof changeable]?: PutArgs<typeof changeable>[Field] | undefined }

/**
 * Changes what is said of an event, without a network too: those fields alone, so that what another
 * organizer changed meanwhile stays. @throws AppError 'invalid' with the field that cannot be.
 */
export const changeEvent = defineMutation({
  name: 'events.change',
  runs: 'server-then-device',
  args: z.strictObject({
    id: Id,
    // Each detail's own schema; the type says it again.
    changed: z.strictObject(
      Object.fromEntries(
        Object.entries(changeable).map(([field, { value }]: [string, { value: z.ZodMiniType }]) => [field, z.optional(value)]),
      ),
    ) as unknown as z.ZodMiniType<Changed>,
  }),
  needs: ({ id }) => [id],
  key: ({ id }) => changeKey(id),
  squash: (earlier, later) => ({ id: later.id, changed: { ...earlier.changed, ...later.changed } }),
  async run({ tx, viewer, now }, { id, changed }) {
    const post = await getOrThrow(tx, posts, id)
    authorize(canEditEvent(viewer, post))
    const before = await getOrThrow(tx, events, id)
    const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
    // Only details are in it, each as its schema takes it.
    const said = { ...before, ...(given as Partial<typeof before>) }
    const next = { ...said, ...timeAndPlace(said) }
    if (isSameJson(next, before)) return
    await tx.put(events, { ...next, sequence: before.sequence + 1, changedAt: now, lastChange: changeOf(before, next, now) })
  },
})

/** Under which the queue of a device has the changes of an event. */
export const changeKey = (id: string): string => `event:${id}`
