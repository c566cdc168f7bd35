import { formFor } from '#server/http/form-for.ts'
import type { FormRequest } from '#server/http/ports.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { dismissCandidate, followCuration, publishNotice, removeNotice, suggestCuration } from '#shared/curation/mutations.ts'
import { curationNotices } from '#shared/curation/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { setCurated } from '#shared/posts/mutations.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'
import { noticeForms } from './forms.ts'

const ofPost = {
  row: 'postId',
  to: (_args: unknown, { fields }: FormRequest) => safeReturnTo(fields['from'], moderationLinks.curation()),
} as const

export const curationOnServer = defineServerDomain({
  forms: [
    noticeForms,
    formFor(suggestCuration, ofPost),
    formFor(dismissCandidate, ofPost),
    formFor(removeNotice, { to: () => moderationLinks.curation() }),
  ],
  texts: [textsIn(curationNotices, ['createdAt'])],
  triggers: [
    defineTrigger(setCurated, ({ tx }, { id }) => followCuration(tx, id)),
    defineTrigger(publishNotice, async ({ tx }, { id }) => followCuration(tx, (await getOrThrow(tx, curationNotices, id)).postId)),
  ],
})
