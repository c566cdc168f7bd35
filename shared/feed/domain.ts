import { defineDomain } from '../kernel/domain.ts'
import { setFeedSettings, setHidden } from './settings-mutations.ts'
import { feedSettings, hiddenItems } from './settings-schema.ts'

export const feedDomain = defineDomain({
  tables: [feedSettings, hiddenItems],
  mutations: [setFeedSettings, setHidden],
})
