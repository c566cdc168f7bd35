import { defineQuery } from '../kernel/query.ts'
import { subscriptionLimits, subscriptions } from './schema.ts'

/** All that a member follows, followed, or wants to hear nothing of; last changed first. */
export const subscriptionsOf = (userId: string, limit: number = subscriptionLimits.perMember) =>
  defineQuery({ table: subscriptions, index: ['userId', 'changedAt'], equals: [userId], order: 'descending', limit })

/** Who follows a thing, a piece at a time, by id; `after`: the last one of the piece before. */
export const followersOf = (followed: string, after: string, limit: number) =>
  defineQuery({
    table: subscriptions,
    index: ['followed', 'userId'],
    equals: [followed],
    // Ids have one length: nothing lies between this one and the next.
    ...(after !== '' && { from: `${after}0` }),
    order: 'ascending',
    limit,
  })
