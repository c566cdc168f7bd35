import { createHash } from 'node:crypto'

// PostgreSQL cuts names at 63 bytes, and two cut names may meet.
const longest = 60

export function indexName(table: string, fields: readonly string[]): string {
  return shortened(`ix_${table}_${fields.join('_')}`)
}

export function uniqueName(table: string, fields: readonly string[]): string {
  return shortened(`ux_${table}_${fields.join('_')}`)
}

export function shapeIndexName(table: string): string {
  return shortened(`shape_${table}`)
}

export function tombstoneIndexName(table: string): string {
  return shortened(`tombstone_${table}`)
}

function shortened(name: string): string {
  if (name.length <= longest) return name
  return `${name.slice(0, longest - 9)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}
