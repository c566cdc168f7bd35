import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { prose, Time } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { noteAudit } from '../moderation/record.ts'
import { searchSynonyms, synonymsId } from './schema.ts'
import { canManageSynonyms } from './synonym-rules.ts'
import { readSynonyms, synonymLimits } from './synonym-text.ts'

/**
 * Says all groups anew. @param seenAt `changedAt` of what was edited; `null`: those that come with
 * the site. @throws AppError 'conflict' when others were saved meanwhile, 'taken' for a term in two
 * groups, 'invalid' for anything else that `readSynonyms` finds.
 */
export const setSynonyms = defineMutation({
  name: 'searchSynonyms.set',
  args: z.strictObject({ text: prose(synonymLimits.text), seenAt: z.nullable(Time) }),
  async run(context, { text, seenAt }) {
    const { tx, viewer, now } = context
    authorize(canManageSynonyms(viewer))
    const before = await tx.get(searchSynonyms, synonymsId)
    if (before?.text === text) return
    if ((before?.changedAt ?? null) !== seenAt) throw new AppError('conflict', { field: 'text' })
    const { groups, faults } = readSynonyms(text)
    const [first] = faults
    if (first !== undefined) {
      const code = first.kind === 'in-two-groups' ? 'taken' : 'invalid'
      throw new AppError(code, { field: 'text', message: `line ${first.line}: ${first.kind}` })
    }
    const changedAt = before === undefined ? now : Math.max(now, before.changedAt + 1)
    await tx.put(searchSynonyms, { id: synonymsId, text, groups: groups.map((terms) => [...terms]), changedAt })
    await noteAudit(context, setSynonyms.name, { targetId: synonymsId, details: { groups: groups.length } })
  },
})
