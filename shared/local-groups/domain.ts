import { defineDomain } from '../kernel/domain.ts'
import { putLocalGroup, removeLocalGroup } from './mutations.ts'
import { localGroups } from './schema.ts'

export const localGroupsDomain = defineDomain({ tables: [localGroups], mutations: [putLocalGroup, removeLocalGroup] })
