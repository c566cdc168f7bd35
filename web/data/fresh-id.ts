import { makeId } from '#shared/kernel/ids.ts'

/** An id for something that is made on this device. */
export const freshId = (): string => makeId(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
