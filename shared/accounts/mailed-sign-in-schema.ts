import * as z from 'zod/mini'
import { Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'
import { Hash } from './fields.ts'

/**
 * Someone asked to sign in by mail; id = SHA-256 of a secret that their browser holds. Made for
 * every address, known or not, so that neither answers nor their time tell which it is. It names no
 * account: whose address it is, is looked up when the code is used.
 */
export const MailedSignIn = z.object({
  id: Hash,
  email: z.string(),
  emailKey: z.string(),
  /** SHA-256 of the code together with the browser's secret: of no use to readers of the store. */
  codeHash: Hash,
  /** SHA-256 of the secret in the mailed link. */
  linkHash: Hash,
  /** A path on this site. */
  returnTo: z.string(),
  /** Codes typed so far. */
  tries: z.int(),
  expiresAt: Time,
})
export type MailedSignIn = z.infer<typeof MailedSignIn>

export const mailedSignIns = defineTable({
  name: 'mailed_sign_ins',
  row: MailedSignIn,
  indexes: [['emailKey', 'expiresAt'], ['linkHash'], ['expiresAt']],
  visibility: serverOnly,
  journal: false,
})
