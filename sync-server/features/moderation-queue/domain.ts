import { formFor } from '#server/http/form-for.ts'
import { links } from '#shared/links.ts'
import { claimReview, putTemplate, releaseReview, setTemplateDeleted } from '#shared/moderation-queue/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { decideForm } from './forms.ts'
import { queueTriggers } from './triggers.ts'

const toQueue = { row: 'userId', to: () => links.supermod() } as const

export const moderationQueueOnServer = defineServerDomain({
  forms: [
    decideForm,
    formFor(putTemplate, { makes: { what: 'template', alike: ['name', 'kind'] }, to: () => links.moderationTemplates() }),
    formFor(setTemplateDeleted, { to: ({ isDeleted }) => links.moderationTemplates(isDeleted ? {} : { deleted: true }) }),
    formFor(claimReview, toQueue),
    formFor(releaseReview, toQueue),
  ],
  triggers: queueTriggers,
})
