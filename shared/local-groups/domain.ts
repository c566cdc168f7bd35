import { defineDomain } from '../kernel/domain.ts'
import { makeGroupPost, takeOutOfGroup } from './group-post-mutations.ts'
import { putMapPoint, putMemberPlace, removeMapPoint, removeMemberPlace } from './member-place-mutations.ts'
import { mapPointPolicy } from './member-place-policy.ts'
import { mapPoints, memberPlaces } from './member-place-schema.ts'
import { putLocalGroup, removeLocalGroup } from './mutations.ts'
import { groupOrganizers, groupPosts } from './group-posts-schema.ts'
import { localGroups } from './schema.ts'

export const localGroupsDomain = defineDomain({
  tables: [localGroups, groupPosts, groupOrganizers, memberPlaces, mapPoints],
  mutations: [
    ...[putLocalGroup, removeLocalGroup, makeGroupPost, takeOutOfGroup],
    ...[putMemberPlace, removeMemberPlace, putMapPoint, removeMapPoint],
  ],
  policies: [mapPointPolicy],
})
