import { defineDomain } from '../kernel/domain.ts'
import { makeEvent, putEvent, setRsvp } from './mutations.ts'
import { events, rsvps } from './schema.ts'

export const eventsDomain = defineDomain({ tables: [events, rsvps], mutations: [makeEvent, putEvent, setRsvp] })
