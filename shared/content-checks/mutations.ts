import * as z from 'zod/mini'
import { comments } from '../comments/schema.ts'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import { actionsOfType } from '../moderation/measure-queries.ts'
import { noteAction, noteAudit, raise } from '../moderation/record.ts'
import { posts } from '../posts/schema.ts'
import { canManageContentChecks } from './rules.ts'
import { CheckSettings, checkNames, contentChecks } from './schema.ts'
import { checkSettings } from './texts.ts'

/** Says all of a check anew. */
export const setContentCheck = defineMutation({
  name: 'contentChecks.set',
  args: z.strictObject({ check: z.enum(checkNames), ...CheckSettings.shape }),
  async run(context, { check: id, ...settings }) {
    const { tx, viewer, now } = context
    authorize(canManageContentChecks(viewer))
    const before = await tx.get(contentChecks, id)
    if (before !== undefined && isSameJson({ ...before, ...settings }, before)) return
    await tx.put(contentChecks, { id, ...settings, changedAt: now })
    await noteAudit(context, setContentCheck.name, { targetId: id, details: settings })
  },
})

const lookedBack = 200

/**
 * Brings the author before the moderators, with why. It changes nothing else: what becomes of the
 * text a person decides. Once for the same finding, however often it is found.
 */
export const markContent = defineMutation({
  name: 'contentChecks.mark',
  from: 'server',
  args: z.strictObject({ check: z.enum(checkNames), kind: z.enum(['post', 'comment']), id: Id, userId: Id, why: z.string() }),
  async run(context, { check, kind, id, userId, why: detail }) {
    const { tx } = context
    if (!(await checkSettings(tx, check)).isOn) return
    const comment = kind === 'comment' ? await tx.get(comments, id) : undefined
    const post = await tx.get(posts, comment?.postId ?? id)
    // A version may be by somebody else than the post: of a wiki page, by its editor.
    if (post === undefined || (kind === 'comment' && comment?.removedBy !== null)) return
    const about = { postId: post.id, commentId: comment?.id ?? null, detail }
    const marked = await tx.list(actionsOfType(userId, 'contentCheck', lookedBack))
    if (marked.some((one) => one.postId === about.postId && one.commentId === about.commentId && one.detail === detail)) return
    // In the queue for another text already: this one has its line there too.
    if (!(await raise(context, userId, 'contentCheck', about))) await noteAction(context, userId, 'contentCheck', about)
  },
})
