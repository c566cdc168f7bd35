/**
 * What a job has worked out of the votes on a member's work, for moderators alone. Never written
 * with the vote: what they learn leaves no trace beside it.
 */
import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import { actionTypeNames } from './action-types.ts'
import { actionsOfType, activeLimits } from './measure-queries.ts'
import { MemberReception, memberReceptions } from './measure-schema.ts'
import { raise } from './record.ts'

export const noteReception = defineMutation({
  name: 'moderation.noteReception',
  from: 'server',
  args: z.strictObject({
    reception: MemberReception,
    alerts: z.array(z.strictObject({ type: z.enum(actionTypeNames), detail: z.string(), newestAt: z.number() })),
  }),
  async run(context, { reception, alerts }) {
    const { tx, now } = context
    const { id } = reception
    const member = await tx.get(members, id)
    if (member === undefined) return
    if (!isSameJson(await tx.get(memberReceptions, id), reception)) await tx.put(memberReceptions, reception)
    if (member.isAdmin || member.groups.includes('moderators')) return
    // Somebody has looked, and has done something about it.
    if ((await activeLimits(tx, id, now)).length > 0) return
    for (const { type, detail, newestAt } of alerts) {
      const [before] = await tx.list(actionsOfType(id, type, 1))
      if (before === undefined || before.at < newestAt) await raise(context, id, type, { detail })
    }
  },
})
