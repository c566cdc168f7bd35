import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { Crop } from './crop.ts'

/** A member's picture, and the square of it that is shown: one at most, its id is the member's. */
export const ProfilePicture = z.object({
  id: Id,
  /** Of an uploaded picture of this site. */
  src: z.string(),
  /** Of the whole picture, in pixels. */
  width: z.number(),
  height: z.number(),
  crop: Crop,
  changedAt: Time,
})
export type ProfilePicture = z.infer<typeof ProfilePicture>

/** Everybody's, unless the account is gone (`profile-picture-policy.ts`). */
export const profilePictures = defineTable({
  name: 'profile_pictures',
  row: ProfilePicture,
  indexes: [['changedAt'], ['src']],
  visibility: { scope: () => 'public' },
})
