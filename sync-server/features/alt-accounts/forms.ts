import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { hashesOfAddress } from '#server/http/sign-in-traces.ts'
import { memberByAddress } from '#shared/accounts/queries.ts'
import { lookForAltAccounts } from '#shared/alt-accounts/mutations.ts'
import { TraceHash } from '#shared/alt-accounts/schema.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'

const longestName = 80

/** An address is typed here and hashed at once: it stands in no store and no address of a page. */
export function lookForm({ store, apply, recent }: FormTools) {
  const look = defineForm(lookForAltAccounts.name, {
    fields: z.strictObject({ kind: field, value: field, reason: field }),
    async run(form, { kind, value, reason }) {
      const userId = senderOf(form)
      authorize(mayAct(form.viewer, 'lookForAltAccounts'))
      const began = await beginning(kind, value.trim(), form.now)
      const [id = ''] = await recent.ids(form, 'look', [kind, began.userId ?? began.hashes.join(' '), reason.trim()], 1)
      const args = { id, kind, ...began, reason }
      const seq = await applied(apply, { name: lookForAltAccounts.name, args, userId, source: 'server' })
      return { kind: 'done', location: moderationLinks.altAccounts({ look: id }), seq }
    },
  })
  return [look]

  /** @throws AppError 'invalid' for what is no beginning, 'not-found' for nobody. */
  async function beginning(kind: string, value: string, now: number) {
    const hashes =
      kind === 'address'
        ? await hashesOfAddress({ store }, value, now)
        : kind === 'browser' && TraceHash.safeParse(value).success
          ? [value]
          : null
    if (hashes !== null) return { userId: null, hashes: [...hashes] }
    if (kind !== 'member' || value === '' || value.length > longestName) throw new AppError('invalid', { field: 'value' })
    const member = await store.read((read) => memberByAddress(read, value.replace(/^@/u, '')))
    if (member === undefined) throw new AppError('not-found', { field: 'value' })
    return { userId: member.id, hashes: [] }
  }
}
