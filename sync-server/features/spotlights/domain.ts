import { detailForm, detailsForm } from '#server/http/details-form.ts'
import { formFor } from '#server/http/form-for.ts'
import { links } from '#shared/links.ts'
import { moveSpotlight, promoteSpotlight, setSpotlightDetail, setSpotlightRemoved } from '#shared/spotlights/mutations.ts'
import { spotlightDetails, spotlights } from '#shared/spotlights/schema.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'
import { newSpotlightForm } from './forms.ts'
import { turnIfDue } from './jobs.ts'

const place = (id: string): string => `${links.spotlights()}#${id}`
const back = { to: ({ id }: { readonly id: string }) => place(id) }
const changing = { mutation: setSpotlightDetail, details: spotlightDetails, to: place }

export const spotlightsOnServer = defineServerDomain({
  forms: [
    newSpotlightForm,
    detailsForm('spotlights.setDetails', changing),
    detailForm('spotlights.setDraft', 'isDraft', changing),
    formFor(moveSpotlight, back),
    formFor(setSpotlightRemoved, back),
    formFor(promoteSpotlight, back),
  ],
  jobs: [{ name: 'spotlights', everyMs: 60_000, run: turnIfDue }],
  texts: [textsIn(spotlights, ['number'])],
})
