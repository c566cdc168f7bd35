import { formFor } from '#server/http/form-for.ts'
import { links } from '#shared/links.ts'
import { acceptTag, rejectTag } from '#shared/wiki/proposal-mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { wikiDetailForms } from './detail-forms.ts'
import { wikiFlagForms } from './flag-forms.ts'
import { wikiForms } from './forms.ts'
import { tagDecisionNews } from './news.ts'
import { wikiTriggers } from './triggers.ts'

const decided = { to: () => links.wikiDashboard() }

export const wikiOnServer = defineServerDomain({
  forms: [wikiForms, wikiDetailForms, wikiFlagForms, formFor(acceptTag, decided), formFor(rejectTag, decided)],
  triggers: wikiTriggers,
  news: [tagDecisionNews],
})
