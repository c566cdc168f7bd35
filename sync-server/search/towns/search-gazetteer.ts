import type { Coordinates } from '#shared/local-groups/coordinates.ts'
import type { Town } from '#shared/local-groups/towns.ts'
import type { Gazetteer } from './gazetteer.ts'
import { distanceOf } from '#shared/local-groups/distance.ts'
import { foldedTown, townLimits } from '#shared/local-groups/towns.ts'
import { stateWords } from './towns-also-called.ts'

type Found = Omit<Town, 'zone'>

/** Big enough to say where another one is, and near enough. */
const landmark = { population: 30_000, km: 100 } as const

const countryWords = new Intl.DisplayNames(['en'], { type: 'region' })

/**
 * Towns of which a word begins with what is typed, the biggest first. After a comma, or after the
 * name where no town is called all of it, a country or a state may stand.
 */
export function searchGazetteer(gazetteer: Gazetteer, typed: string, limit: number): readonly Found[] {
  const [name = '', ...rest] = typed.slice(0, townLimits.characters).split(',').map(foldedTown)
  if ([...name].length < townLimits.fewest) return []
  const within = rest.filter((part) => part !== '')
  const found = beginning(gazetteer, name, within, limit)
  if (found.length > 0 || within.length > 0) return described(gazetteer, found)
  const words = name.split(' ')
  for (let at = words.length - 1; at > 0; at--) {
    const shorter = beginning(gazetteer, words.slice(0, at).join(' '), [words.slice(at).join(' ')], limit)
    if (shorter.length > 0) return described(gazetteer, shorter)
  }
  return []
}

/** Numbers of towns, the biggest first. */
function beginning(gazetteer: Gazetteer, name: string, within: readonly string[], limit: number): readonly number[] {
  const { owners } = gazetteer
  const wanted = new TextEncoder().encode(name)
  const isWithin = placesNamed(gazetteer, within)
  const best: number[] = []
  const end = edgeOf(gazetteer, wanted, 1)
  for (let at = edgeOf(gazetteer, wanted, 0); at < end; at++) {
    const owner = owners[at] ?? 0
    if (best.length === limit && owner >= (best[limit - 1] ?? 0)) continue
    if (best.includes(owner) || !isWithin(owner)) continue
    best.push(owner)
    best.sort((a, b) => a - b)
    best.length = Math.min(best.length, limit)
  }
  return best
}

/** Each part begins a word of the country's name, or is its or the state's letters. */
function placesNamed({ countries, regions, countryOf, regionOf }: Gazetteer, within: readonly string[]): (town: number) => boolean {
  if (within.length === 0) return () => true
  const said = (code: string, words: string) => {
    const [letters, folded] = [code.toLowerCase(), ` ${foldedTown(words)}`]
    return (part: string) => letters === part || folded.includes(` ${part}`)
  }
  const byCountry = countries.map((code) => within.map(said(code, countryWords.of(code) ?? code)))
  const byRegion = regions.map((code) => within.map(said(code, stateWords[code] ?? '')))
  return (town) =>
    within.every((_part, at) => byCountry[countryOf[town] ?? 0]?.[at] === true || byRegion[regionOf[town] ?? 0]?.[at] === true)
}

/** Where what begins with `wanted` begins (0), and where it has ended (1). */
function edgeOf(gazetteer: Gazetteer, wanted: Uint8Array, edge: 0 | 1): number {
  let [low, high] = [0, gazetteer.starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compared(gazetteer, gazetteer.starts[middle] ?? 0, wanted) < edge) low = middle + 1
    else high = middle
  }
  return low
}

/** Below 0: what stands there comes before; 0: it begins with what is wanted; 1 and more: after. */
function compared({ keys }: Gazetteer, at: number, wanted: Uint8Array): number {
  for (const [n, byte] of wanted.entries()) {
    const difference = (keys[at + n] ?? 0) - byte
    if (difference !== 0) return difference
  }
  return 0
}

function described(gazetteer: Gazetteer, towns: readonly number[]): readonly Found[] {
  const plain = towns.map((town) => ({ town, ...placeOf(gazetteer, town) }))
  const reads = ({ name, country, region }: Found) => `${name}\n${country}\n${region}`
  return plain.map(({ town, ...found }) => {
    const isAlone = plain.every((other) => other.town === town || reads(other) !== reads(found))
    return isAlone ? found : { ...found, near: nearOf(gazetteer, town, found) }
  })
}

function placeOf(gazetteer: Gazetteer, town: number): Found {
  const { countries, regions, countryOf, regionOf, population } = gazetteer
  const code = countries[countryOf[town] ?? 0] ?? ''
  return {
    ...{ name: nameOf(gazetteer, town), country: countryWords.of(code) ?? code, region: regions[regionOf[town] ?? 0] ?? '' },
    ...{ near: null, population: population[town] ?? 0, ...pointOf(gazetteer, town) },
  }
}

function nameOf({ names, nameEnds }: Gazetteer, town: number): string {
  return new TextDecoder().decode(names.subarray(town === 0 ? 0 : nameEnds[town - 1], nameEnds[town]))
}

const pointOf = ({ latitude, longitude }: Gazetteer, town: number): Coordinates => ({
  latitude: (latitude[town] ?? 0) / 1e5,
  longitude: (longitude[town] ?? 0) / 1e5,
})

/** The nearest big town of another name. */
function nearOf(gazetteer: Gazetteer, town: number, { name, latitude, longitude }: Found): string | null {
  const here = { latitude, longitude }
  let [nearest, km]: [string | null, number] = [null, landmark.km]
  // The biggest stand first.
  for (let other = 0; (gazetteer.population[other] ?? 0) >= landmark.population; other++) {
    if (Math.abs((gazetteer.latitude[other] ?? 0) / 1e5 - latitude) > 1 || other === town) continue
    const away = distanceOf(here, pointOf(gazetteer, other))
    if (away >= km || nameOf(gazetteer, other) === name) continue
    nearest = nameOf(gazetteer, other)
    km = away
  }
  return nearest
}
