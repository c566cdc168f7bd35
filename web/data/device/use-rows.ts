import { useState, useSyncExternalStore } from 'react'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { createStore } from '../store.ts'
import { whenDevice } from './bring.ts'
import { currentDevice } from './current.ts'
import type { Changed, Committed, Device } from './device-api.ts'
import { reportUnlessClosed } from './report-unless-closed.ts'

/**
 * A row as it stands on this device, what is queued included; `serverRow` until the device has it,
 * and on the server.
 */
export function useRow<R extends Row>(table: Table<R>, id: string, serverRow: R): R
export function useRow<R extends Row>(table: Table<R>, id: string, serverRow?: R): R | undefined
export function useRow<R extends Row>(table: Table<R>, id: string, serverRow?: R): R | undefined {
  const key = `${table.name}/${id}`
  const row = useLive(
    key,
    (device) => device.read.get(table, id),
    (changed) => changed.rows.has(key),
  )
  return row ?? serverRow
}

/** A list on this device, what is queued included; `undefined` until the device has answered. */
export function useRows<R extends Row>(query: Query<R>): readonly R[] | undefined {
  const { table, index, equals, from, until, order, limit, offset } = query
  return useLive(
    JSON.stringify([table.name, index, equals, from, until, order, limit, offset]),
    async (device) => [await device.read.list(query)] as const,
    (changed) => changed.kinds.has(table.name),
    sameRows,
  )?.[0]
}

/** Does a mutation on this device, as soon as it is there. Throws as `Device.commit` does. */
export function useCommit(): <Args>(mutation: Mutation<Args>, args: Args, draft?: string) => Promise<Committed> {
  return commitWhenThere
}

async function commitWhenThere<Args>(mutation: Mutation<Args>, args: Args, draft?: string): Promise<Committed> {
  return (await whenDevice()).commit(mutation, args, draft)
}

/** Follows what `read` answers. `key` names everything that `read` and `concerns` depend on. */
function useLive<Value>(
  key: string,
  read: Reading<Value>,
  concerns: (changed: Changed) => boolean,
  isSame?: Same<Value>,
): Value | undefined {
  const make = () => ({ key, store: liveStore(read, concerns, isSame ?? Object.is) })
  const [live, setLive] = useState(make)
  // What was read for another row is never shown for this one.
  const now = live.key === key ? live : make()
  if (now !== live) setLive(now)
  return useSyncExternalStore(now.store.subscribe, now.store.get, () => undefined)
}

type Reading<Value> = (device: Device) => Promise<Value | undefined>
type Same<Value> = (a: Value | undefined, b: Value | undefined) => boolean

/**
 * A store that asks the device while somebody listens, and again when the device or what was read
 * is another.
 */
function liveStore<Value>(read: Reading<Value>, concerns: (changed: Changed) => boolean, isSame: Same<Value>) {
  const value = createStore<Value | undefined>(undefined)
  return {
    get: value.get,
    subscribe(listener: () => void): () => void {
      let leaveDevice = () => {}
      let turn = 0
      const ask = async (device: Device) => {
        const mine = (turn += 1)
        const next = await read(device)
        if (mine === turn && !isSame(value.get(), next)) value.set(next)
      }
      const follow = () => {
        leaveDevice()
        const device = currentDevice.get()
        if (device === null) return
        leaveDevice = device.subscribe((changed) => {
          if (concerns(changed)) ask(device).catch(reportUnlessClosed)
        })
        ask(device).catch(reportUnlessClosed)
      }
      const leaves = [value.subscribe(listener), currentDevice.subscribe(follow)]
      follow()
      return () => {
        turn = -1
        leaveDevice()
        for (const leave of leaves) leave()
      }
    },
  }
}

/** The same objects in the same order: nothing to draw. */
function sameRows<R>(a: readonly [readonly R[]] | undefined, b: readonly [readonly R[]] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a[0].length === b[0].length && a[0].every((row, at) => row === b[0][at])
}
