import { defineQuery } from '../kernel/query.ts'
import { bookSets } from './schema.ts'

/** Newest first. */
export const allBookSets = () => defineQuery({ table: bookSets, index: ['year'], equals: [], order: 'descending', limit: 200 })

export const bookSetOf = (year: number) => defineQuery({ table: bookSets, index: ['year'], equals: [year], order: 'ascending', limit: 1 })
