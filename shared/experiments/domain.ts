import { defineDomain } from '../kernel/domain.ts'
import { chooseGroup } from './mutations.ts'
import { experimentChoices } from './schema.ts'

export const experimentsDomain = defineDomain({ tables: [experimentChoices], mutations: [chooseGroup] })
