import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hourMs } from '#shared/kernel/durations.ts'

const SeedModeration = z.strictObject({
  templates: z.array(z.strictObject({ kind: z.string(), name: z.string(), label: z.string(), order: z.int(), text: z.string() })),
  /** Whom no moderator has let in, and the new bio that they wait with. */
  waiting: z.array(z.strictObject({ member: z.string(), bio: z.string(), hoursAgo: z.number() })),
  reports: z.array(
    z.strictObject({
      by: z.string(),
      /** A member; otherwise an essay, or a comment on it. */
      member: z.string().optional(),
      essay: z.string().optional(),
      comment: z.string().optional(),
      reason: z.string(),
      message: z.string().default(''),
      hoursAgo: z.number(),
      /** What the moderator answered. */
      closed: z.enum(['acted', 'dismissed']).optional(),
    }),
  ),
})
export type SeedModeration = z.infer<typeof SeedModeration>

/** @throws Error naming what is wrong in it. */
export async function readModeration(folder: string): Promise<SeedModeration> {
  const parsed = SeedModeration.safeParse(JSON.parse(await readFile(join(folder, 'moderation.json'), 'utf8')))
  if (!parsed.success) throw new Error(`moderation.json: ${parsed.error.message}`)
  return parsed.data
}

interface Around {
  readonly now: number
  readonly moderator: string
  readonly idOf: (member: string) => string
  readonly newId: (name: string, at: number) => string
  readonly targetOf: (essay: string, comment: string | null) => { readonly id: string }
}

const templatesMadeMs = 100 * 24 * hourMs

/** The moderators' templates, who waits for them, and what members have reported. */
export function moderationMutations({ templates, waiting, reports }: SeedModeration, { now, moderator, idOf, newId, targetOf }: Around) {
  const madeAt = Math.floor(now - templatesMadeMs)
  const made = templates.map(({ label, text, ...template }, n) => ({
    ...{ at: madeAt + n, userId: moderator, name: 'moderationTemplates.put' },
    args: { id: newId(`template/${n}`, madeAt), ...template, groupLabel: label, contents: text },
  }))
  const reported = reports.flatMap(({ by, member, essay = '', comment = null, reason, message, hoursAgo, closed }, n) => {
    const at = Math.floor(now - hoursAgo * hourMs)
    const target =
      member === undefined
        ? { targetKind: comment === null ? 'post' : 'comment', targetId: targetOf(essay, comment).id }
        : { targetKind: 'member', targetId: idOf(member) }
    const sent = { at, userId: idOf(by), name: 'contentReports.send', args: { id: newId(`report/${n}`, at), ...target, reason, message } }
    if (closed === undefined) return [sent]
    const close = { name: 'contentReports.close', args: { targetId: target.targetId, state: closed } }
    return [sent, { at: at + hourMs, userId: moderator, ...close }]
  })
  const waits = waiting.map(({ member, bio, hoursAgo }) => ({
    ...{ at: Math.floor(now - hoursAgo * hourMs), userId: idOf(member), name: 'accounts.updateProfile', args: { bio } },
    asMember: true as const,
  }))
  return [...made, ...reported, ...waits]
}
