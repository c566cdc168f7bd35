import { defineServerDomain } from '../define-server-domain.ts'
import { reactionForms } from './forms.ts'
import { reactionTriggers } from './triggers.ts'
import { typoForms } from './typo-forms.ts'
import { typoNews } from './typo-news.ts'
import { typoTriggers } from './typo-triggers.ts'

export const reactionsOnServer = defineServerDomain({
  forms: [reactionForms, typoForms],
  triggers: [...reactionTriggers, ...typoTriggers],
  news: [typoNews],
})
