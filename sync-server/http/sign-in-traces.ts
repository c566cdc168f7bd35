/** From where a member signed in, as hashes by a key that changes and is deleted. */
import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { livingTraceKeys, newestTraceKey } from '#shared/alt-accounts/queries.ts'
import { traceFigures } from '#shared/alt-accounts/figures.ts'
import { noteTraces, rotateTraceKey } from '#shared/alt-accounts/mutations.ts'
import type { TraceKind } from '#shared/alt-accounts/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Apply } from './ports.ts'
import { addressBlock } from './client-address.ts'
import { applied } from './define-form.ts'
import { newId } from './new-id.ts'

interface Ports {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
}

const server = { userId: null, source: 'server' } as const

/** Notes a sign-in. What was sent stands nowhere, only what it comes to. */
export async function noteSignIn(
  { store, apply }: Ports,
  userId: string,
  from: { readonly browser: string; readonly address: string },
  now: number,
): Promise<void> {
  const newest = async () => (await store.read((read) => read.list(newestTraceKey())))[0]
  let key = await newest()
  if (key === undefined || now - key.at >= traceFigures.keyMs) {
    const args = { id: newId(now), secret: randomBytes(32).toString('base64url') }
    await applied(apply, { name: rotateTraceKey.name, args, ...server })
    key = await newest()
  }
  if (key === undefined) return
  const { secret } = key
  const address = wholeAddress(from.address)
  const traces = [
    { kind: 'browser' as const, hash: hashOf(secret, 'browser', from.browser) },
    ...(address === null ? [] : [{ kind: 'address' as const, hash: hashOf(secret, 'address', address) }]),
  ]
  await applied(apply, { name: noteTraces.name, args: { userId, traces }, ...server })
}

/** An address as traces of it can be found by now; `null`: it is none. */
export async function hashesOfAddress({ store }: Pick<Ports, 'store'>, typed: string, now: number): Promise<readonly string[] | null> {
  const address = wholeAddress(typed.trim())
  if (address === null) return null
  const keys = await store.read((read) => read.list(livingTraceKeys(now)))
  return keys.map(({ secret }) => hashOf(secret, 'address', address))
}

/** Of IPv6 the network, which is what one connection keeps. */
function wholeAddress(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1] ?? address
  if (isIP(mapped) === 4) return mapped
  return isIP(mapped) === 6 ? addressBlock(mapped) : null
}

const hashOf = (secret: string, kind: TraceKind, value: string): string =>
  createHmac('sha256', secret).update(`${kind} ${value}`).digest('base64url')
