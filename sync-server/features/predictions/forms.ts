import * as z from 'zod/mini'
import type { Forms } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { links } from '#shared/links.ts'
import { AppError } from '#shared/kernel/errors.ts'

/** As the renderer and the page of predictions write it. */
export const predictionForm: Forms = ({ apply }) => [
  defineForm('predictions.set', {
    fields: z.strictObject({ postId: field, uid: field, percent: field, 'taken-back': z.optional(z.literal('yes')) }),
    async run(form, { postId, uid, percent, 'taken-back': isTakenBack }) {
      const userId = senderOf(form)
      // A form without a number is no prediction, and must not take one back.
      if (isTakenBack === undefined && !/^\d{1,2}$/.test(percent.trim())) throw new AppError('invalid', { field: 'percent' })
      const args = { postId, questionUid: uid, percent: isTakenBack === undefined ? Number(percent) : null }
      const seq = await applied(apply, { name: 'predictions.set', args, userId, source: 'member' })
      return { kind: 'done', location: links.prediction(postId, uid), seq }
    },
  }),
]
