import { defineDomain } from '../kernel/domain.ts'
import { makeEvent, putEvent } from './mutations.ts'

/** What devices leave to the server. */
export const eventsOnServer = defineDomain({ mutations: [makeEvent, putEvent] })
