import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Quote } from '#shared/reactions/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { reactionId, reactions, reactionTallies } from '#shared/reactions/schema.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'

const react = /^(post|comment):([0-9a-z]{26}):([a-z]\w{0,39})(~\w{1,20})?:(-?[01])$/iu

/**
 * One button: `comment:ID:agree:1`, or `comment:ID:agree~MARK:-1` for the words that a reaction
 * stands on already. Sets, never adds.
 */
export function reactionForms({ store, apply }: FormTools) {
  const set = defineForm('reactions.set', {
    fields: z.strictObject({ react: field }),
    async run(form, fields) {
      const userId = senderOf(form)
      const [, targetKind, targetId, reaction, mark, value] = react.exec(fields.react) ?? []
      if (targetId === undefined || reaction === undefined) throw new AppError('invalid', { field: 'react' })
      const quote = mark === undefined ? null : await store.read((read) => quoteOf(read, userId, targetId, `${reaction}${mark}`))
      if (quote === undefined) throw new AppError('not-found')
      const args = { targetKind, targetId, reaction, quote, value: Number(value) }
      const seq = await applied(apply, { name: 'reactions.set', args, userId, source: 'member' })
      return { kind: 'done', location: links.react(targetId), seq }
    },
  })
  return [set]
}

/** The words that a reaction stands on: as everybody sees it, or as the member's own says. */
async function quoteOf(read: Read, userId: string, targetId: string, part: string): Promise<Quote | null | undefined> {
  const mine = await read.get(reactions, reactionId(userId, targetId, part))
  return mine?.quote ?? (await read.get(reactionTallies, targetId))?.entries.find((entry) => entry.part === part)?.quote
}
