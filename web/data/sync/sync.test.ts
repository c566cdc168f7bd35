import { expect, test } from 'vitest'
import type { SyncChannel, SyncMessage, SyncPorts } from './sync.ts'
import { startSync } from './sync.ts'
import { aDevice, welcome } from './testing/a-device.ts'
import { aClient, ManualTimers, settled } from './testing/a-line.ts'
import type { MemoryDeviceHandle } from './testing/memory-device-store.ts'
import { fakeLocks } from './testing/fake-locks.ts'

/** Tabs of one profile over one database. */
function aProfile() {
  const device = aDevice()
  const locks = fakeLocks()
  const listeners: { readonly tab: string; readonly hear: (message: SyncMessage) => void }[] = []
  const frozen = new Set<string>()

  function openTab(name: string, options: { isVisible?: boolean; hasLocks?: boolean; store?: MemoryDeviceHandle } = {}) {
    const timers = new ManualTimers()
    const own = { ...device, core: device.openCore(options.store) }
    const line = aClient(own)
    let isVisible = options.isVisible ?? true
    let isLeader = false
    let link = 'off'
    const channel: SyncChannel = {
      // As a browser's: to the others, later, and never to a frozen one.
      post: (message) =>
        queueMicrotask(() => {
          if (frozen.has(name)) return
          for (const other of listeners) if (other.tab !== name && !frozen.has(other.tab)) other.hear(message)
        }),
      listen: (hear) => void listeners.push({ tab: name, hear }),
      close: () => undefined,
    }
    const ports: SyncPorts = {
      ...line.ports,
      timers: { now: device.now, after: (ms, work) => timers.after(ms, work) },
      locks: options.hasLocks === false ? null : locks,
      channel,
      account: 'ann',
      isVisible: () => isVisible,
      onStatus(status, leads) {
        link = status.link
        isLeader = leads
      },
    }
    const sync = startSync(ports)
    return {
      sync,
      timers,
      line,
      isLeader: () => isLeader,
      link: () => link,
      setVisible(next: boolean) {
        isVisible = next
        sync.sightChanged()
      },
    }
  }

  async function pass(tabs: readonly { readonly timers: ManualTimers }[], ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) for (const { timers } of tabs) await timers.pass(500)
  }

  return { device, openTab, pass, freeze: (name: string) => frozen.add(name), thaw: (name: string) => frozen.delete(name) }
}

test('one tab leads; the other hears how things stand and hands its mutations over', async () => {
  const { device, openTab } = aProfile()
  const first = openTab('first')
  await settled()
  const second = openTab('second')
  await settled()
  await first.line.link().answer(welcome())
  expect([first.isLeader(), second.isLeader()]).toEqual([true, false])
  expect(second.line.links).toEqual([])
  expect(second.link()).toBe('on')
  await device.say('written in the second tab')
  second.sync.nudge('queue')
  await settled()
  expect(first.line.said('push')).toHaveLength(1)
})

test('a tab that comes later learns that the link is on', async () => {
  const { openTab } = aProfile()
  const first = openTab('first')
  await settled()
  await first.line.link().answer(welcome())
  const second = openTab('second')
  await settled()
  expect(second.link()).toBe('on')
})

test('when the leading tab goes, the next one leads at once, in a later term', async () => {
  const { device, openTab } = aProfile()
  const first = openTab('first')
  await settled()
  const second = openTab('second')
  first.sync.stop()
  await settled()
  expect(second.line.links).toHaveLength(1)
  expect(device.database.peek().meta.get('term')).toBe(2)
})

test('a leader out of sight yields to a tab in sight', async () => {
  const { openTab, pass } = aProfile()
  const first = openTab('first')
  await settled()
  const second = openTab('second')
  await settled()
  first.setVisible(false)
  await pass([first, second], 4_000)
  expect(first.line.links[0]?.isClosed).toBe(true)
  expect(second.line.links).toHaveLength(1)
  expect(second.isLeader()).toBe(true)
})

test('nobody in sight: the leader goes on, and those out of sight in line let one in sight go first', async () => {
  const { openTab, pass } = aProfile()
  const first = openTab('first', { isVisible: false })
  await settled()
  const hidden = openTab('hidden', { isVisible: false })
  await settled()
  await pass([first, hidden], 10_000)
  expect(hidden.line.links).toEqual([])
  const seen = openTab('seen')
  await pass([first, hidden, seen], 6_000)
  expect(seen.isLeader()).toBe(true)
  expect(hidden.line.links).toEqual([])
})

test('a frozen leader is relieved within eight seconds, and stops when it thaws', async () => {
  const { openTab, pass, freeze, thaw } = aProfile()
  const first = openTab('first')
  await settled()
  await first.line.link().answer(welcome())
  const second = openTab('second')
  await settled()
  freeze('first')
  await pass([second], 8_000)
  expect(second.isLeader()).toBe(true)
  thaw('first')
  await first.line.link().answer({ t: 'reset', shape: 'thread:x', epoch: 'e1', why: 'rights' })
  await pass([first, second], 500)
  expect(first.line.link().isClosed).toBe(true)
  expect(second.line.link().isClosed).toBe(false)
})

test('a leader that beats is left in peace', async () => {
  const { openTab, pass } = aProfile()
  const first = openTab('first')
  await settled()
  const second = openTab('second')
  await pass([first, second], 60_000)
  expect(second.line.links).toEqual([])
})

test('without locks every tab syncs by itself', async () => {
  const { openTab } = aProfile()
  const tabs = [openTab('first', { hasLocks: false }), openTab('second', { hasLocks: false })]
  await settled()
  expect(tabs.map(({ line }) => line.links.length)).toEqual([1, 1])
  for (const tab of tabs) tab.sync.nudge('online')
  tabs[0]?.sync.sightChanged()
  tabs[0]?.sync.stop()
  await settled()
  expect(tabs.map(({ line }) => line.link().isClosed)).toEqual([true, false])
})

test('a tab that comes to lead as its database is let go reports nothing: its person has signed out', async () => {
  const { device, openTab, pass } = aProfile()
  const store = device.database.open()
  store.close()
  const tab = openTab('first', { store })
  await pass([tab], 1_000)
  expect([tab.line.links, tab.line.reports]).toEqual([[], []])
  tab.sync.stop()
})

test('a tab that cannot begin to lead lets another try', async () => {
  const { device, openTab, pass } = aProfile()
  device.database.lose()
  const { core } = aDevice()
  expect(core).toBeDefined()
  const first = openTab('first')
  device.database.lose()
  await pass([first], 1_000)
  expect(first.line.reports).toContain('device')
  first.sync.stop()
})
