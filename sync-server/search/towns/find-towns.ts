/**
 * Towns by their names, from the gazetteer of this server: nobody else learns who looks for what.
 * It and the table of time zones are read with the first question.
 */
import type { Coordinates } from '#shared/local-groups/coordinates.ts'
import type { Town } from '#shared/local-groups/towns.ts'
import { isZone } from '#shared/events/zones.ts'
import type { Gazetteer } from './gazetteer.ts'
import { readGazetteer } from './read-gazetteer.ts'
import { searchGazetteer } from './search-gazetteer.ts'

let reading: Promise<Gazetteer> | null = null

/** Where it cannot be read it throws, and the next question tries again. */
export async function findTowns(typed: string, limit: number): Promise<readonly Town[]> {
  reading ??= readGazetteer().catch((error: unknown) => {
    reading = null
    throw error
  })
  const found = searchGazetteer(await reading, typed, limit)
  return Promise.all(found.map(async (town) => ({ ...town, zone: await zoneAt(town) })))
}

/** Empty: none that this runtime knows. */
export async function zoneAt({ latitude, longitude }: Coordinates): Promise<string> {
  const { default: lookUp } = await import('@photostructure/tz-lookup')
  const zone = lookUp(latitude, longitude)
  return isZone(zone) ? zone : ''
}
