/**
 * The forms of a member's keys: making one, which asks for the password and shows its secret once,
 * and revoking it.
 */
import * as z from 'zod/mini'
import type { Apply, FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { canMakeKey } from '#shared/api/rules.ts'
import { apiScopes } from '#shared/api/schema.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { endOfDay } from '#server/http/typed-day.ts'
import { newId } from '#server/http/new-id.ts'
import { inFormFields } from '#server/http/typed-text.ts'
import { keyMadeMail } from '#server/mail/account-mails.ts'
import { newKeyToken } from './key-token.ts'

const Fields = z.strictObject({ password: field, name: field, endsOn: field, read: field, draft: field, comment: field, vote: field })

interface KeyTools {
  readonly apply: Apply
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  /** `null`: it is the member's password. Else what is answered instead. */
  readonly confirm: (form: FormRequest, password: string) => Promise<FormAnswer | null>
  readonly post: (mail: Mail) => void
  readonly site: () => MailSite
}

export function keyForms({ apply, store, confirm, post, site }: KeyTools) {
  const make = defineForm('api.makeKey', {
    fields: Fields,
    async run(form, fields) {
      authorize(canMakeKey(form.viewer))
      const userId = senderOf(form)
      const expiresAt = endOf(fields.endsOn)
      const scopes = apiScopes.filter((scope) => fields[scope] === 'on')
      // A key outlives the session it was made in: a browser that was left open must not be enough.
      const refusal = await confirm(form, fields.password)
      if (refusal !== null) return refusal
      const { token, hash } = newKeyToken()
      const args = { id: newId(form.now), tokenHash: hash, userId, name: fields.name, scopes, expiresAt }
      const mutation = { name: 'api.makeKey', args, userId, source: 'server' } as const
      await inFormFields({ expiresAt: 'endsOn' }, () => applied(apply, mutation))
      const { credential, member } = await store.read(async (read) => ({
        credential: await getOrThrow(read, credentials, userId),
        member: await getOrThrow(read, members, userId),
      }))
      post(keyMadeMail(site(), { to: credential.email, userName: member.userName }, { name: fields.name, scopes, expiresAt }))
      // Shown in this answer, which is kept nowhere, and never again.
      return { kind: 'shown', url: keysTab, values: { name: fields.name, madeKey: token } }
    },
  })

  const end = defineForm('api.endKey', {
    fields: z.strictObject({ keyId: field }),
    async run(form, { keyId }) {
      const userId = senderOf(form)
      await applied(apply, { name: 'api.endKey', args: { userId, keyId }, userId, source: 'server' })
      return { kind: 'done', location: keysTab }
    },
  })

  return [make, end]
}

const keysTab = links.account('keys')

/** @throws AppError 'invalid' */
function endOf(day: string): number {
  const at = endOfDay(day)
  if (at === null) throw new AppError('invalid', { field: 'endsOn' })
  return at
}
