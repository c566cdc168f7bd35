import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { canOfferNewsletter } from './rules.ts'
import { newsletterIssues, newsletters } from './schema.ts'

/** Offers one's essays by mail, or ends it; ending is always open. Readers stay on the list. */
export const setNewsletter = defineMutation({
  name: 'newsletters.set',
  args: z.strictObject({ isOn: z.boolean() }),
  async run({ tx, viewer, now }, { isOn }) {
    if (isOn) authorize(canOfferNewsletter(viewer))
    const { userId } = signedIn(viewer)
    const before = await tx.get(newsletters, userId)
    if ((before?.isOn ?? false) === isOn) return
    await tx.put(newsletters, { id: userId, isOn, since: now })
  },
})

/** Calls off what waits to be mailed. What is on its way goes on. */
export const callOffIssue = defineMutation({
  name: 'newsletters.callOff',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    const { userId } = signedIn(viewer)
    const issue = await tx.get(newsletterIssues, id)
    if (issue === undefined || issue.authorId !== userId) throw new AppError('not-found')
    if (issue.state === 'off') return
    if (issue.state !== 'waiting') throw new AppError('conflict')
    await tx.put(newsletterIssues, { ...issue, state: 'off' })
  },
})
