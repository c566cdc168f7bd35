import { defineDomain, inOutbox } from '../kernel/domain.ts'
import { changeEvent } from './change-mutations.ts'
import { rsvpPolicy } from './rsvp-policy.ts'
import { setRsvp } from './rsvp-mutations.ts'
import { rsvpWords } from './rsvp-words.ts'
import { events, rsvps } from './schema.ts'

export const eventsDomain = defineDomain({
  tables: [events, rsvps],
  mutations: [setRsvp, changeEvent],
  policies: [rsvpPolicy],
  outboxWords: [
    inOutbox(setRsvp, ({ postId, answer }) => ({
      what: answer === 'none' ? 'RSVP removed' : `RSVP: ${rsvpWords[answer]}`,
      about: { kind: 'post', id: postId },
    })),
    inOutbox(changeEvent, ({ id, changed }) => ({
      what: changed.isCancelled === true ? 'Event canceled' : 'Event details',
      about: { kind: 'post', id },
    })),
  ],
})
