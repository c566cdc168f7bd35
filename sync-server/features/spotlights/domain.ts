import { spotlights } from '#shared/spotlights/schema.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'
import { spotlightForms } from './forms.ts'
import { turnIfDue } from './jobs.ts'

export const spotlightsOnServer = defineServerDomain({
  forms: [spotlightForms],
  jobs: [{ name: 'spotlights', everyMs: 60_000, run: turnIfDue }],
  texts: [textsIn(spotlights, ['number'])],
})
