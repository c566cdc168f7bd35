import { describe, expect, test } from 'vitest'
import { mutationOf } from './queue.ts'
import type { ADevice } from './testing/a-device.ts'
import { aDevice, name, result } from './testing/a-device.ts'

describe('what names what it replaces', () => {
  const conflict = { error: { code: 'conflict', reason: null, field: 'value', retryAfterMs: null } } as const
  const values = (device: ADevice) => device.queue().map(({ n, args }) => [n, args])
  const own = (base: string, value: string) => ({ id: 'r1', base, value })

  test('keeps the first base of those that were not sent yet, and the last value', async () => {
    const device = aDevice()
    await device.rename('', 'E')
    await device.rename('E', 'Eb')
    await device.rename('Eb', 'Ebb')
    expect(values(device)).toEqual([[1, own('', 'Ebb')]])
  })

  test('builds on what may have reached the server', async () => {
    const device = aDevice()
    await device.rename('', 'E')
    await device.core.offer(await device.session())
    await device.rename('E', 'Eb')
    await device.rename('Eb', 'Ebb')
    expect(values(device)).toEqual([
      [1, own('', 'E')],
      [2, own('E', 'Ebb')],
    ])
  })

  test('takes over the base of one that has to wait, before and after it is told so', async () => {
    const device = aDevice()
    await device.rename('', 'E')
    const session = await device.session()
    await device.core.offer(session)
    await device.rename('E', 'Eb')
    await device.core.takeResults(session, [result(1, 'later', { afterMs: 60_000 })])
    expect(values(device)).toEqual([[2, own('', 'Eb')]])
    await device.core.offer(session)
    await device.core.takeResults(session, [result(2, 'later', { afterMs: 60_000 })])
    await device.rename('Eb', 'Ebb')
    expect(values(device)).toEqual([[3, own('', 'Ebb')]])
  })

  test('in conflict it is kept once, with its newest value', async () => {
    const device = aDevice()
    await device.rename('', 'E')
    const session = await device.session()
    await device.core.offer(session)
    device.pass(1_000)
    await device.rename('E', 'Ebb')
    await device.core.offer(session)
    await device.core.takeResults(session, [result(1, 'rejected', conflict)])
    expect(device.refused()).toEqual([])
    await device.core.takeResults(session, [result(2, 'rejected', conflict)])
    expect(device.refused()).toMatchObject([{ n: 2, args: own('E', 'Ebb') }])
    device.pass(1_000)
    await device.core.refuse(mutationOf(name, own('Ebb', 'Ebb and flow'), device.now()), conflict.error)
    expect(device.refused()).toMatchObject([{ args: own('Ebb', 'Ebb and flow'), error: { code: 'conflict' } }])
  })

  test('in conflict here while an older one is on its way, the older one does not come back', async () => {
    const device = aDevice()
    await device.rename('', 'E')
    const session = await device.session()
    await device.core.offer(session)
    device.pass(1_000)
    await device.core.refuse(mutationOf(name, own('E', 'Ebb'), device.now()), conflict.error)
    await device.core.takeResults(session, [result(1, 'rejected', conflict)])
    expect(device.refused()).toMatchObject([{ args: own('E', 'Ebb') }])
  })

  test('in conflict it is still there after a reload, in every tab, and is sent again by its writer’s hand', async () => {
    const device = aDevice()
    const { value: n } = await device.core.refuse(mutationOf(name, own('', 'Ebb'), device.now()), conflict.error)
    const other = device.openCore()
    await other.retry(n, own('Flow', 'Ebb'))
    expect([device.refused(), values(device)]).toEqual([[], [[1, own('Flow', 'Ebb')]]])
  })

  test('two of different keys in conflict are both kept', async () => {
    const device = aDevice()
    for (const id of ['r1', 'r2']) await device.core.refuse(mutationOf(name, { id, base: '', value: 'Ebb' }, device.now()), conflict.error)
    expect(device.refused()).toHaveLength(2)
  })
})
