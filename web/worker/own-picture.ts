import { pictureIdOf } from '#shared/pictures/address.ts'
import { readFrom } from './read-from.ts'

/**
 * A picture that was added on this device, perhaps not uploaded yet, as web/data/own-pictures keeps
 * it; `undefined` for all others.
 */
export async function ownPicture(path: string): Promise<Response | undefined> {
  const id = pictureIdOf(path)
  return id === null ? undefined : find(id).catch(() => undefined)
}

async function find(id: string): Promise<Response | undefined> {
  const current = await readFrom('lyceum', 'current', 'account')
  const account: unknown = typeof current === 'object' && current !== null && 'account' in current ? current.account : null
  if (typeof account !== 'string') return undefined
  const record = await readFrom(`pictures:${account}`, 'bytes', id)
  if (typeof record !== 'object' || record === null || !('bytes' in record) || !(record.bytes instanceof ArrayBuffer)) return undefined
  const type = 'type' in record && typeof record.type === 'string' && record.type.startsWith('image/') ? record.type : 'image/webp'
  return new Response(record.bytes, { headers: { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } })
}
