/** The decisions of this tab, on their way to the server. */
import { queueLimits } from '#shared/moderation-queue/schema.ts'
import { links } from '#shared/links.ts'
import { sendMutation } from '../../data/mutation.ts'
import { wordsFor } from '../../blocks/wording.ts'
import { pendingDecisions } from './pending-decisions.ts'

export const ownDecisions = pendingDecisions({
  undoMs: queueLimits.undoMs,
  now: () => Date.now(),
  async send({ name, args }, isLeaving) {
    if (isLeaving) {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      await fetch(links.mutation(name), { method: 'POST', headers, body: JSON.stringify({ args }), keepalive: true }).catch(() => undefined)
      return null
    }
    const answer = await sendMutation(name, args)
    if (answer.outcome === 'applied') return null
    if (answer.outcome === 'offline') return 'You’re offline, so it wasn’t sent.'
    if (answer.outcome === 'later') return 'Too fast. Try again in a moment.'
    if (answer.error.field === 'seen') return 'Another moderator decided about this member in the meantime.'
    return wordsFor(answer.error)
  },
})

let isWatched = false

/** From the first look at the queue on: what still waits when the tab goes is sent then. */
export function sendWhenLeaving(): void {
  if (isWatched) return
  isWatched = true
  addEventListener('pagehide', () => ownDecisions.leave())
}
