import { defineServerDomain } from '../define-server-domain.ts'
import { wikiDetailForms } from './detail-forms.ts'
import { wikiFlagForms } from './flag-forms.ts'
import { wikiForms } from './forms.ts'
import { wikiTriggers } from './triggers.ts'

export const wikiOnServer = defineServerDomain({ forms: [wikiForms, wikiDetailForms, wikiFlagForms], triggers: wikiTriggers })
