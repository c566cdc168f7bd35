import { defineQuery } from '../kernel/query.ts'
import { groupOrganizers, groupPosts } from './group-posts-schema.ts'
import { mapPoints, memberPlaceLimits, memberPlaces } from './member-place-schema.ts'
import { localGroupLimits, localGroups } from './schema.ts'

/** Active or not, the newest first: lists have their own order. */
export const allLocalGroups = () =>
  defineQuery({ table: localGroups, index: ['createdAt'], equals: [], order: 'descending', limit: localGroupLimits.listed })

export const localGroupsMadeBy = (userId: string, limit: number) =>
  defineQuery({ table: localGroups, index: ['makerId', 'createdAt'], equals: [userId], order: 'descending', limit })

/** The last that came into it first. */
export const postsOfGroup = (groupId: string, isEvent: boolean, limit: number) =>
  defineQuery({ table: groupPosts, index: ['groupId', 'isEvent', 'at'], equals: [groupId, isEvent], order: 'descending', limit })

export const organizersOfGroup = (groupId: string) =>
  defineQuery({
    ...{ table: groupOrganizers, index: ['groupId', 'at'], equals: [groupId] },
    ...{ order: 'ascending', limit: localGroupLimits.organizers },
  })

export const groupsOrganizedBy = (userId: string) =>
  defineQuery({
    ...{ table: groupOrganizers, index: ['userId', 'at'], equals: [userId] },
    ...{ order: 'descending', limit: localGroupLimits.organizedShown },
  })

/** Members on the map; who came last first. */
export const latestMapPoints = () =>
  defineQuery({ table: mapPoints, index: ['at'], equals: [], order: 'descending', limit: memberPlaceLimits.shown })

/** Who wants to be notified of what is near, in this large cell; by id, from this one on. */
export const notifiedIn = (area: string, from: string, limit: number) =>
  defineQuery({ table: memberPlaces, index: ['notifiedArea', 'id'], equals: [area], from, order: 'ascending', limit })
