/** What administrators do about a member's account. */
import * as z from 'zod/mini'
import type { AccountTools } from './account-tools.ts'
import { endSessionsOfMember } from '#shared/accounts/mutations.ts'
import { memberByUserName } from '#shared/accounts/queries.ts'
import { canEndSessionsOf } from '#shared/accounts/rules.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { defineForm, field, senderOf } from '#server/http/define-form.ts'

export function adminForms({ store, mutation, forget }: Pick<AccountTools, 'store' | 'mutation' | 'forget'>) {
  const endSessions = defineForm(endSessionsOfMember.name, {
    fields: z.strictObject({ userName: field }),
    async run(form, { userName }) {
      const byId = senderOf(form)
      // Before the name is looked up: nobody else learns who is here.
      authorize(canEndSessionsOf(form.viewer))
      const member = await store.read((read) => memberByUserName(read, userName.trim()))
      if (member === undefined) throw new AppError('not-found', { field: 'userName' })
      await mutation(endSessionsOfMember.name, { userId: member.id }, byId)
      forget(member.id)
      form.raw.log.info({ byId, userId: member.id }, 'an administrator signed a member out everywhere')
      return { kind: 'done', location: `${reportLinks.admin()}?notice=sessions-ended` }
    },
  })

  return [endSessions]
}
