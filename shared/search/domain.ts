import { defineDomain } from '../kernel/domain.ts'
import { searchSynonyms } from './schema.ts'

export const searchDomain = defineDomain({ tables: [searchSynonyms] })
