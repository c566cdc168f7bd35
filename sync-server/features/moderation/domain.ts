import { formFor } from '#server/http/form-for.ts'
import { links } from '#shared/links.ts'
import { barFromThread, letBackIn, setGuidelines, setScoresHidden } from '#shared/moderation/mutations.ts'
import { rejectPost } from '#shared/moderation/review-mutations.ts'
import { measureForms } from './measure-forms.ts'
import { finishPurges, noteReceptions, noticeEndedLimits } from './jobs.ts'
import { auditTriggers } from './audit-triggers.ts'
import { logTriggers } from './log-triggers.ts'
import { approvalNews } from './news.ts'
import { measureTriggers } from './triggers.ts'
import { defineServerDomain } from '../define-server-domain.ts'

/** Of `/discussionSettings`: what authors ask of those who comment, and whom they keep from it. */
const ofPost = { row: 'postId', to: ({ postId }: { readonly postId: string }) => links.discussionSettings(postId) } as const

export const moderationOnServer = defineServerDomain({
  triggers: [...measureTriggers, ...logTriggers, ...auditTriggers],
  news: [approvalNews],
  jobs: [
    { name: 'purges', everyMs: 15_000, run: finishPurges },
    { name: 'ended rate limits', everyMs: 600_000, run: noticeEndedLimits },
    { name: 'karma alerts', everyMs: 3_600_000, run: noteReceptions },
  ],
  forms: [
    formFor(setGuidelines, { fields: { id: 'postId' }, to: ({ id }) => links.discussionSettings(id) }),
    formFor(setScoresHidden, { fields: { id: 'postId' }, to: ({ id }) => links.discussionSettings(id) }),
    formFor(barFromThread, ofPost),
    formFor(letBackIn, ofPost),
    // Without a reason it is accepted after all.
    formFor(rejectPost, { fields: { id: 'postId' }, to: ({ id }) => `${links.editPost(id)}#moderate` }),
    ...measureForms,
  ],
})
