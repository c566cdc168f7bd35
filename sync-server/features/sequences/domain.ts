import { defineServerDomain } from '../define-server-domain.ts'
import { collectionForms } from './collection-forms.ts'
import { sequenceForms } from './forms.ts'
import { sequenceNews } from './news.ts'
import { sequenceTriggers } from './triggers.ts'

export const sequencesOnServer = defineServerDomain({
  forms: [sequenceForms, collectionForms],
  triggers: sequenceTriggers,
  news: [sequenceNews],
})
