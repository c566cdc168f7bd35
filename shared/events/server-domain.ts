import { defineDomain } from '../kernel/domain.ts'
import { makeEvent, moveUpWaiting, putEvent, remindOfEvents } from './mutations.ts'
import { eventNews } from './news-schema.ts'

/** What devices leave to the server. */
export const eventsOnServer = defineDomain({ tables: [eventNews], mutations: [makeEvent, putEvent, remindOfEvents, moveUpWaiting] })
