import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ids, notifyScene } from '#server/notify/testing/notify-scene.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPostgresPlace } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { members } from '#shared/accounts/schema.ts'
import { reminderId } from '#shared/events/news-schema.ts'
import { wallAt } from '#shared/events/zones.ts'
import { hourMs, minuteMs } from '#shared/kernel/durations.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { aMember, idOf, paragraph, T0 } from '#shared/testing/factories.ts'

const node = fileURLToPath(new URL('./testing/notify-node.ts', import.meta.url))
const [event, group] = [idOf(60), idOf(61)]
const cause = `event:${event}`
const followers = 400
const all = Array.from({ length: followers }, (_, n) => idOf(10_000 + n))
// Those who come are few: each answer is a mutation.
const coming = all.slice(0, 20)

test('of three nodes two are killed on the way: each follower hears of the event once, and who comes of its change and the reminder', async () => {
  const place = await productPostgresPlace()
  const before = await notifyScene(place.address)
  for (const [displayName, id] of [
    ['Ada', ids.ada],
    ['Ben', ids.ben],
    ['Dan', ids.dan],
  ] as const)
    // oxfmt-ignore
    await before.put({ id, displayName, displayNameKey: `name ${id}` })
  await before.store.write(async ({ tx }) => {
    for (const id of all) await tx.put(members, aMember({ id, displayNameKey: id, userNameKey: id, slug: id }))
    const about = {
      name: 'Bergen',
      otherName: '',
      organizerIds: [ids.dan],
      body: paragraph('We walk.'),
      isOnline: false,
      location: 'Bergen',
    }
    const rest = { latitude: null, longitude: null, categories: [], links: [], color: null, isActive: true, makerId: ids.dan, contact: '' }
    await tx.put(localGroups, { ...about, ...rest, id: group, createdAt: T0 })
  })
  for (const id of [ids.ben, ...all]) await before.follow(id, 'group', group)
  await before.settled()
  await before.close()

  // Nobody is notified yet: the first node begins with it.
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry, { clock: () => T0 })
  const does = async (userId: string, name: string, args: unknown) =>
    expect(await writer.apply({ name, args, userId, source: 'server' })).toMatchObject({ kind: 'applied' })
  const text = { title: 'Winter walk', body: paragraph('Bring a lamp.') }
  const when = { starts: wallAt(T0 + 20 * hourMs, 'UTC'), ends: '', zone: 'UTC', isOnline: false, location: 'Bryggen 1', joinUrl: null }
  const details = { ...when, type: null, groupId: group, hasRsvps: true, capacity: null, latitude: null, longitude: null }
  await does(ids.ada, 'events.make', { id: event, revisionId: idOf(62), ...text, ...details })
  const publish = { ...text, id: event, revisionId: idOf(63), kind: 'event', linkUrl: null, lang: 'en', tags: [], writtenOn: null }
  await does(ids.ada, 'posts.publish', { ...publish, submitToFrontpage: false })
  for (const userId of [ids.ben, ...coming]) await does(userId, 'rsvps.set', { postId: event, answer: 'going' })
  await does(ids.ada, 'events.change', { id: event, changed: { location: 'Bryggen 2' } })
  await writer.close()
  await store.close()

  const killedAt = await untilDone(['a', 'b', 'c'], [place.address.databaseUrl ?? '', String(T0)])
  expect(killedAt).toHaveLength(2)
  expect(killedAt.filter((count) => count > 0 && count < followers)).toEqual(killedAt)

  const after = await notifyScene(place.address)
  const told = async (id: string) => (await after.rows(id)).map(({ type, cause: of }) => `${type} ${of}`).toSorted()
  await after.settled()
  const [one, other] = [await told(coming[0] ?? ''), await told(all.at(-1) ?? '')]
  expect(one.map((line) => line.split(' ')[0])).toEqual(['eventChanged', 'eventReminder', 'newEvent'])
  expect(one[1]).toBe(`eventReminder eventNews:${reminderId(event)}`)
  expect(other).toEqual([`newEvent ${cause}`])
  for (const id of all) expect(await told(id)).toEqual(coming.includes(id) ? one : other)
  expect((await told(ids.ada)).filter((line) => line.startsWith('newRSVP'))).toHaveLength(coming.length + 1)
  // By mail as well, and once.
  after.clock.now = T0 + 2 * minuteMs
  await after.settled()
  const mails = after.sent.filter(({ to }) => to === 'ben@example.org').map(({ text: words }) => words)
  const times = (words: string) => mails.join('\n').split(words).length - 1
  expect([times('announced the event “Winter walk”'), mails.length]).toEqual([1, 1])
  await after.close()
  await place.remove()
})

/**
 * Starts the nodes and kills the two that lead first, once more have heard of it than before.
 * @returns how many had heard of it at each kill
 */
async function untilDone(names: readonly string[], [databaseUrl = '', now = '']: readonly string[]): Promise<readonly number[]> {
  const killedAt: number[] = []
  const running = names.map((name) => {
    const args = [node, databaseUrl, name, now, cause]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], timeout: 100_000, killSignal: 'SIGKILL' })
    const run = async () => {
      for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>)
        for (const line of chunk.trim().split('\n')) {
          if (line === 'done') return running.forEach(({ stop }) => stop())
          const count = Number(line)
          if (killedAt.length === 2 || count <= (killedAt.at(-1) ?? 0)) child.stdin.write('on\n')
          else {
            killedAt.push(count)
            child.kill('SIGKILL')
          }
        }
    }
    return { stop: () => void child.kill('SIGKILL'), run }
  })
  await Promise.all(running.map(({ run }) => run()))
  return killedAt
}
