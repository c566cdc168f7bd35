/** A gazetteer as one piece of bytes: a line of JSON that says what follows, then the arrays. */
import type { Gazetteer } from './gazetteer.ts'

/** Of these bytes, and of how names are folded: another one is not read. */
const version = 1

const kinds = {
  ...{ names: Uint8Array, nameEnds: Uint32Array, countryOf: Uint16Array, regionOf: Uint16Array, population: Uint32Array },
  ...{ latitude: Int32Array, longitude: Int32Array, keys: Uint8Array, starts: Uint32Array, owners: Uint32Array },
} as const
type Column = keyof typeof kinds

// The names of the table right above.
const columns = Object.keys(kinds) as readonly Column[]

interface Head extends Pick<Gazetteer, 'countries' | 'regions'> {
  readonly version: number
  readonly lengths: Readonly<Record<Column, number>>
}

export function packed(gazetteer: Gazetteer): Buffer {
  // One entry for each column.
  const lengths = Object.fromEntries(columns.map((column) => [column, gazetteer[column].length])) as Head['lengths']
  const head: Head = { version, countries: gazetteer.countries, regions: gazetteer.regions, lengths }
  const bytes = columns
    .map((column) => gazetteer[column])
    .map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...bytes])
}

/** `null`: of another version. */
export function unpacked(bytes: Buffer): Gazetteer | null {
  let at = bytes.indexOf('\n') + 1
  const head = JSON.parse(bytes.toString('utf8', 0, at)) as Head // this program wrote it
  if (head.version !== version) return null
  const next = <Numbers>(column: Column, Kind: { readonly BYTES_PER_ELEMENT: number; new (of: ArrayBuffer): Numbers }): Numbers => {
    const length = head.lengths[column] * Kind.BYTES_PER_ELEMENT
    const piece = new Uint8Array(bytes.subarray(at, at + length))
    at += length
    return new Kind(piece.buffer)
  }
  return {
    ...{ countries: head.countries, regions: head.regions },
    ...{ names: next('names', Uint8Array), nameEnds: next('nameEnds', Uint32Array) },
    ...{ countryOf: next('countryOf', Uint16Array), regionOf: next('regionOf', Uint16Array), population: next('population', Uint32Array) },
    ...{ latitude: next('latitude', Int32Array), longitude: next('longitude', Int32Array) },
    ...{ keys: next('keys', Uint8Array), starts: next('starts', Uint32Array), owners: next('owners', Uint32Array) },
  }
}
