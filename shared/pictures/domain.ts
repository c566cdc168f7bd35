import { defineDomain } from '../kernel/domain.ts'
import { removePicture } from './mutations.ts'
import { pictures } from './schema.ts'

export const picturesDomain = defineDomain({
  tables: [pictures],
  mutations: [removePicture],
})
