import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { inFormFields } from '#server/http/typed-text.ts'
import { memberBySlug, memberByUserName } from '#shared/accounts/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { setMute } from '#shared/mutes/mutations.ts'

/** Mutes the member of a typed user name, or of the address of a profile. */
export const muteByName = ({ store, apply }: FormTools) => [
  defineForm('mutes.byName', {
    fields: z.strictObject({ name: field }),
    async run(form, { name }) {
      const userId = senderOf(form)
      const typed = name.trim()
      const slug = /\/users\/([^/?#]+)/u.exec(typed)?.[1]
      const found = await store.read((read) =>
        slug === undefined ? memberByUserName(read, typed.replace(/^@/u, '')) : memberBySlug(read, slug),
      )
      if (found === undefined) throw new AppError('invalid', { field: 'name' })
      const args = { mutedId: found.id, isMuted: true }
      const seq = await inFormFields({ mutedId: 'name' }, () => applied(apply, { name: setMute.name, args, userId, source: 'member' }))
      return { kind: 'done', location: links.muted(), seq }
    },
  }),
]
