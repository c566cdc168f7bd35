import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { inFormFields } from '#server/http/typed-text.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { putWorkFlag } from '#shared/wiki/detail-mutations.ts'

/** How the form calls what the mutation names, so that what is wrong with one stands under it. */
const formNames = { name: 'flagName', pageName: 'flagName', slug: 'flagName', text: 'flagText' }

/**
 * Kinds of work that pages may need (content.md 9.10): administrators make and change them beside
 * the pages that wait for it.
 */
export function wikiFlagForms({ apply, recent }: Pick<FormTools, 'apply' | 'recent'>) {
  const put = defineForm(putWorkFlag.name, {
    fields: z.strictObject({ id: field, flagName: field, flagText: field, order: field, isDeleted: field }),
    async run(form, { id: given, flagName, flagText, order, isDeleted }) {
      const userId = senderOf(form)
      const [made = ''] = await recent.ids(form, 'flags', [flagName, flagText], 1)
      const id = given === '' ? made : given
      if (!isId(id)) throw new AppError('not-found')
      const args = { id, name: flagName, text: flagText, order: Number(order), isDeleted: isDeleted === 'on' }
      const seq = await inFormFields(formNames, () => applied(apply, { name: putWorkFlag.name, args, userId, source: 'member' }))
      return { kind: 'done', location: links.wikiDashboard(), seq }
    },
  })
  return [put]
}
