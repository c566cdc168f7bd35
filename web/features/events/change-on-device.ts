/** What a device does with a change of an event's details; fetched with the first use. */
import { changeableDetails, changeEvent } from '#shared/events/change-mutations.ts'
import type { Event } from '#shared/events/schema.ts'
import { events } from '#shared/events/schema.ts'
import { typedDegrees } from '#shared/local-groups/coordinates.ts'
import { typedValue } from '#shared/kernel/typed-value.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import type { Given } from '../../blocks/forms/mutation-form.tsx'
import { hintTarget } from '../../blocks/hints.ts'
import { isRefusal, refusalOf } from '../../blocks/refusal-of.ts'
import { deviceSoon } from '../../data/device/bring.ts'
import type { Device } from '../../data/device/device-api.ts'
import { deviceState } from '../../data/device-state.ts'
import { factsOf } from './event-facts.ts'

/** Of a form's fields, those that say something else than when it was drawn. */
export function changedIn(given: Given, typed: Given): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(changeableDetails).flatMap(([name, { value }]) => {
      const [now, was] = [(given[name] ?? '').trim(), typed[name] ?? '']
      if (now === was) return []
      return [[name, name === 'latitude' || name === 'longitude' ? typedDegrees(now) : typedValue(value, now)]]
    }),
  )
}

/** What only the server can look up, and was changed. */
const asksServer = (given: Given, typed: Given): boolean =>
  (given['town'] ?? '') !== '' || ['groupId', 'pictureUrl', 'pictureAlt'].some((name) => (given[name] ?? '') !== (typed[name] ?? ''))

/** As `MutationForm` takes it, where the server can't be reached. */
export async function changeOnDevice(event: Event, given: Given, typed: Given): Promise<FormError | null | undefined> {
  const device = await deviceSoon()
  if (device === null || device.account === null || asksServer(given, typed)) return undefined
  const parsed = changeEvent.args.safeParse({ id: event.id, changed: changedIn(given, typed) })
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path.at(-1) ?? '')
    return { code: 'invalid', reason: null, field, retryAfterMs: null }
  }
  try {
    hintTarget(device, event.id)
    device.hint(events, event)
    await device.commit(changeEvent, parsed.data)
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.code === 'not-found' ? undefined : refusalOf(error)
  }
}

/** What is said of an event with what this device has not sent yet; `null`: it has none of it. */
export async function factsOnDevice(device: Device, id: string) {
  const event = await device.read.get(events, id)
  return event === undefined ? null : factsOf(event, Date.now() + deviceState.get().clockOffset)
}
