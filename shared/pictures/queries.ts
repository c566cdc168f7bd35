import { defineQuery } from '../kernel/query.ts'
import { pictures } from './schema.ts'

export const picturesOfOwnerSince = (ownerId: string, from: number, limit: number) =>
  defineQuery({ table: pictures, index: ['ownerId', 'at'], equals: [ownerId], from, order: 'ascending', limit })

/** Removed pictures that were sent as these bytes. */
export const removedAsSent = (sha256: string) =>
  defineQuery({ table: pictures, index: ['state', 'sha256'], equals: ['removed', sha256], order: 'ascending', limit: 1 })

/** Removed pictures that were shown as these bytes. */
export const removedAsShown = (sha256: string) =>
  defineQuery({ table: pictures, index: ['state', 'shownSha256'], equals: ['removed', sha256], order: 'ascending', limit: 1 })

export const removedSince = (from: number) =>
  defineQuery({ table: pictures, index: ['state', 'removedAt'], equals: ['removed'], from, order: 'ascending', limit: 1_000 })

/** Shown somewhere or not; in the order of their bytes, so that a walk can go on where it was. */
export const storedPictures = (fromSha256: string, offset: number, limit: number) =>
  defineQuery({ table: pictures, index: ['state', 'sha256'], equals: ['kept'], from: fromSha256, offset, order: 'ascending', limit })

/** Whose files are being erased, and were not all when the server stopped. */
export const goingPictures = (limit: number) =>
  defineQuery({ table: pictures, index: ['state', 'sha256'], equals: ['going'], order: 'ascending', limit })
