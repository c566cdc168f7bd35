import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

export const pictureKinds = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const
export type PictureKind = (typeof pictureKinds)[number]

/**
 * An uploaded picture; its bytes lie in the file storage (sync-server/files). The id is made by the
 * device that adds it and cannot be guessed: who knows it may see the picture, unless it is
 * private (docs/decisions/0015 and 0065).
 */
export const Picture = z.object({
  id: Id,
  ownerId: Id,
  /**
   * `refused`: what was sent under this id is no picture that can be kept; `removed`: staff took it
   * down. `going`: nobody has used it for long, and its files are being erased; `gone`: they are,
   * and its owner may send it again. Only `kept` ones are shown.
   */
  state: z.enum(['kept', 'refused', 'removed', 'going', 'gone']),
  /** As it was sent; what is kept is WebP. `null` where it was refused. */
  kind: z.nullable(z.enum(pictureKinds)),
  /** Of the widest form that is kept; 0 where it was refused. */
  width: z.number(),
  height: z.number(),
  /** As they were sent, for the daily limit. */
  bytes: z.number(),
  /** Of the bytes as sent, hexadecimal. Empty once they are gone. */
  sha256: z.string(),
  /**
   * Of the widest form that is kept: what readers can download and send again. Empty where it was
   * refused.
   */
  shownSha256: z.string(),
  at: Time,
  /** Since when no text shows it, as far as was looked; absent while one does. */
  unusedSince: z.optional(Time),
  /**
   * Added for a private message: served to who may read one that shows it, and shown nowhere else.
   */
  isPrivate: z.optional(z.literal(true)),
  removedAt: z.nullable(Time),
  removedById: z.nullable(Id),
})
export type Picture = z.infer<typeof Picture>

/** The server's alone: readers get the bytes, never the row. */
export const pictures = defineTable({
  name: 'pictures',
  row: Picture,
  indexes: [
    ['ownerId', 'at'],
    ['state', 'sha256'],
    ['state', 'shownSha256'],
    ['state', 'removedAt'],
  ],
  visibility: serverOnly,
  journal: false,
})
