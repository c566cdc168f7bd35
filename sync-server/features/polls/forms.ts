import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { applied, defineForm, senderOf } from '#server/http/define-form.ts'

/**
 * As the renderer writes it: `option` where one may be chosen, a box `o-UID` for each where several
 * may; `taken-back` for none.
 */
export function pollForms({ apply }: FormTools) {
  const vote = defineForm('polls.vote', {
    fields: z.record(z.string(), z.string()),
    async run(form, fields) {
      const userId = senderOf(form)
      const { postId = '', pollUid = '', option = '', 'taken-back': isTakenBack, ...boxes } = fields
      const named = Object.keys(boxes)
      const strange = named.find((name) => !/^o-[\w-]{1,40}$/.test(name))
      if (strange !== undefined) throw new AppError('invalid', { field: strange })
      const chosen = [...(option === '' ? [] : [option]), ...named.map((name) => name.slice(2))]
      const optionUids = isTakenBack === undefined ? chosen : []
      // A form without a choice is no vote, and must not take one back.
      if (isTakenBack === undefined && chosen.length === 0) throw new AppError('invalid', { field: 'option' })
      const seq = await applied(apply, { name: 'polls.vote', args: { postId, pollUid, optionUids }, userId, source: 'member' })
      return { kind: 'done', location: links.poll(postId, pollUid), seq }
    },
  })
  return [vote]
}
