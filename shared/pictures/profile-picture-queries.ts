import { defineQuery } from '../kernel/query.ts'
import { profilePictures } from './profile-picture-schema.ts'

/** Members who show this picture. */
export const profilePicturesWith = (src: string) =>
  defineQuery({ table: profilePictures, index: ['src'], equals: [src], order: 'ascending', limit: 1_000 })
