import { defineServerDomain } from '../define-server-domain.ts'
import { collectionForms } from './collection-forms.ts'
import { sequenceForms } from './forms.ts'

export const sequencesOnServer = defineServerDomain({ forms: [sequenceForms, collectionForms] })
