import { defineDomain } from '../kernel/domain.ts'
import { makeGroupPost, takeOutOfGroup } from './group-post-mutations.ts'
import { putLocalGroup, removeLocalGroup } from './mutations.ts'
import { groupOrganizers, groupPosts } from './group-posts-schema.ts'
import { localGroups } from './schema.ts'

export const localGroupsDomain = defineDomain({
  tables: [localGroups, groupPosts, groupOrganizers],
  mutations: [putLocalGroup, removeLocalGroup, makeGroupPost, takeOutOfGroup],
})
