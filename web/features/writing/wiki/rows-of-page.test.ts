import { expect, test } from 'vitest'
import { posts } from '#shared/posts/schema.ts'
import { aPost, aTag } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { Changed } from '../../../data/device/device-api.ts'
import { rowsOfPage } from './rows-of-page.ts'

const post = aPost()
const tag = aTag({ id: post.id })
const longMs = 20_000
const nothing: Changed = { shapes: new Set(), kinds: new Set(), rows: new Set(), taken: new Set(), places: new Set(), rooms: new Set() }

function aDevice() {
  const read = memoryTransaction()
  const listeners = new Set<(changed: Changed) => void>()
  return {
    read,
    listeners,
    subscribe(listener: (changed: Changed) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(kind: string) {
      for (const listener of listeners) listener({ ...nothing, kinds: new Set([kind]) })
    },
  }
}

test('rows that are here are given at once, and nothing is listened for any more', async () => {
  const device = aDevice()
  await device.read.put(tags, tag)
  await device.read.put(posts, post)
  expect(await rowsOfPage(device, post.id, 0)).toEqual({ tag, post })
  expect(device.listeners.size).toBe(0)
})

test('rows that come one after the other are waited for', async () => {
  const device = aDevice()
  const found = rowsOfPage(device, post.id, longMs)
  await device.read.put(tags, tag)
  device.tell('tags')
  await device.read.put(posts, post)
  device.tell('posts')
  expect(await found).toEqual({ tag, post })
})

test('without them it ends, and says so', async () => {
  const device = aDevice()
  await device.read.put(tags, tag)
  expect(await rowsOfPage(device, post.id, 0)).toBeNull()
  expect(device.listeners.size).toBe(0)
})
