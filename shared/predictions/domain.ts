import { defineDomain, facesOf, inOutbox } from '../kernel/domain.ts'
import { resolvePrediction, setPrediction } from './mutations.ts'
import { predictionOutcomes, predictions } from './schema.ts'

export const predictionsDomain = defineDomain({
  tables: [predictions, predictionOutcomes],
  mutations: [setPrediction, resolvePrediction],
  faces: [facesOf(predictions, ({ userId }) => [userId])],
  outboxWords: [
    inOutbox(setPrediction, ({ postId, percent }) => ({
      what: percent === null ? 'Prediction removed' : `Prediction: ${percent}%`,
      about: { kind: 'post', id: postId },
    })),
  ],
})
