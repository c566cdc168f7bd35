import { expect, test } from 'vitest'
import type { PageAnswer } from '../data/answer.ts'
import { createStore } from '../data/store.ts'
import { changeDeviceState, deviceState } from '../data/device-state.ts'
import { followLink, refreshWhenBack } from './refresh-when-back.ts'

const answer: PageAnswer = { kind: 'page', status: 200, head: { title: 'Page' }, me: null, page: null, problem: null, form: null } as never

test.each<[string, Partial<PageAnswer>, isWhole: boolean, times: number]>([
  ['made of what is here', { isFromDevice: true, kept: { posts: 2 } }, false, 1],
  ['kept from last time', { kept: { at: 1 } }, false, 1],
  ['made of rows of which some are lacking', { isFromDevice: true }, false, 1],
  ['made of rows that are held whole', { isFromDevice: true }, true, 0],
  ['from the server', {}, false, 0],
])('with the network back, a page %s is asked for again, once, or never', (_, more, isWhole, times) => {
  const online = createStore(true)
  let asked = 0
  const leave = refreshWhenBack({
    connection: online,
    shown: () => ({ ...answer, ...more }),
    isWhole: () => isWhole,
    refresh: () => (asked += 1),
  })
  online.set(false)
  expect(asked).toBe(0)
  online.set(true)
  expect(asked).toBe(times)
  leave()
  online.set(false)
  online.set(true)
  expect(asked).toBe(times)
})

test('a device whose link comes up has reached the server; what else changes says nothing of it', () => {
  let reached = 0
  followLink(deviceState, () => (reached += 1))
  changeDeviceState({ link: 'connecting' })
  expect(reached).toBe(0)
  changeDeviceState({ link: 'on' })
  changeDeviceState({ isLeader: true })
  expect(reached).toBe(1)
  changeDeviceState({ link: 'off' })
  changeDeviceState({ link: 'on' })
  expect(reached).toBe(2)
})
