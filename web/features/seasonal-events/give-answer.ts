/** Answers to a poll of a season; fetched with the first of them. */
import { giveSeasonalAnswer } from '#shared/seasonal-events/answer-mutations.ts'
import { seasonalAnswerId, seasonalAnswers, seasonalEvents } from '#shared/seasonal-events/schema.ts'
import type { Device } from '../../data/device/device-api.ts'
import type { Done } from '../../blocks/mutate.ts'
import { mutate } from '../../blocks/mutate.ts'
import type { ShownPoll } from './seasonal-events.load.ts'

export function giveAnswer(event: ShownPoll['event'], option: number): Promise<Done> {
  return mutate(
    giveSeasonalAnswer,
    { eventId: event.id, option },
    // For the rule alone: its text is not here.
    { hint: (device) => device.hint(seasonalEvents, { ...event, body: { type: 'doc', content: [] } }) },
  )
}

/** What this device knows of one’s answer, one that is not sent yet included. */
export async function ownOnDevice(device: Device, eventId: string): Promise<number | null> {
  if (device.account === null) return null
  return (await device.read.get(seasonalAnswers, seasonalAnswerId(eventId, device.account)))?.option ?? null
}
