import { formFor } from '#server/http/form-for.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { links } from '#shared/links.ts'
import { renameConversation } from '#shared/messages/mutations.ts'
import { removeMessage } from '#shared/messages/removal-mutations.ts'
import { messages } from '#shared/messages/schema.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'
import { messageForms } from './forms.ts'
import { endReadings } from './jobs.ts'
import { messageNews } from './news.ts'
import { messageTriggers } from './triggers.ts'

export const messagesOnServer = defineServerDomain({
  forms: [
    messageForms,
    formFor(renameConversation, { to: ({ id }) => links.inbox({ conversation: id }) }),
    // From the queue of reports, and from a conversation that the staff read.
    formFor(removeMessage, { to: (_args, form) => safeReturnTo(form.fields['from'], links.reports()) }),
  ],
  triggers: messageTriggers,
  jobs: [{ name: 'ended staff readings', everyMs: 60_000, run: endReadings }],
  news: [messageNews],
  texts: [textsIn(messages, ['conversationId', 'n'])],
})
