import { defineDomain } from '../kernel/domain.ts'
import { setSynonyms } from './synonym-mutations.ts'

export const searchOnServer = defineDomain({ mutations: [setSynonyms] })
