import { formFor } from '#server/http/form-for.ts'
import { links } from '#shared/links.ts'
import { resolvePrediction } from '#shared/predictions/mutations.ts'
import { defineServerDomain } from '../define-server-domain.ts'
import { predictionForm } from './forms.ts'

export const predictionsOnServer = defineServerDomain({
  forms: [
    predictionForm,
    formFor(resolvePrediction, { fields: { questionUid: 'uid' }, to: ({ postId, questionUid }) => links.prediction(postId, questionUid) }),
  ],
})
