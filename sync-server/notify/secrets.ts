import { randomBytes } from 'node:crypto'
import type { Writer } from '#server/sync/writer.ts'
import type { ReadStore } from './audience.ts'
import { runOperation } from '#server/sync/operations.ts'
import { siteSecrets } from './tables.ts'
import { keepSecret } from './operations.ts'

export interface SecretKeeper {
  /** The site's own key of that name, made when it is first asked for. */
  get(name: string, make?: () => string | Promise<string>): Promise<string>
}

export function secretKeeper(store: ReadStore, writer: Pick<Writer, 'work'>): SecretKeeper {
  const known = new Map<string, Promise<string>>()
  const find = async (name: string, make: () => string | Promise<string>): Promise<string> =>
    (await store.read((read) => read.get(siteSecrets, name)))?.value ?? runOperation(writer, keepSecret, { id: name, value: await make() })
  return {
    get(name, make = () => randomBytes(32).toString('base64url')) {
      const found = known.get(name) ?? find(name, make)
      known.set(name, found)
      found.catch(() => known.delete(name)) // a store that was away is asked again
      return found
    },
  }
}
