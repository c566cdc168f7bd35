import { defineDomain, inOutbox } from '../kernel/domain.ts'
import { links } from '../links.ts'
import { setSubscription } from './mutations.ts'
import { subscriptions } from './schema.ts'

export const subscriptionsDomain = defineDomain({
  tables: [subscriptions],
  mutations: [setSubscription],
  outboxWords: [
    inOutbox(setSubscription, ({ kind, state }) => ({
      what: kind === 'thread' ? 'Muting or unmuting a discussion' : state === 'on' ? 'Following' : 'Unfollowing',
      about: { kind: 'page', href: links.manageSubscriptions() },
    })),
  ],
})
