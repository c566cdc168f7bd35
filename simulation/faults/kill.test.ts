import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '#shared/testing/extent.ts'
import { postComment } from '#shared/comments/mutations.ts'
import { setBookmark } from '#shared/reading/mutations.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { setVote } from '#shared/votes/mutations.ts'
import type { Device } from './testing/device.ts'
import { aDevice, newId } from './testing/device.ts'
import type { RealSite } from './testing/world.ts'
import { openPosts, startRealSite, until } from './testing/world.ts'

const rounds = isLong ? 20 : 5
let site: RealSite
beforeAll(async () => {
  site = await startRealSite()
})
afterAll(() => site.stop())

test(`the server is killed ${rounds} times under load: nothing that was taken is lost, nothing is done twice`, async () => {
  // A moderator may comment without a pause; the others mark and vote.
  const people = await Promise.all(['teo', 'marit', 'lina', 'oskar'].map((name) => site.member(name)))
  const targets = openPosts(site)
  const shapes = targets.slice(0, 3).map((id) => `thread:${id}`)
  const devices = await Promise.all(people.map((person) => aDevice({ origin: site.origin, ...person, shapes })))
  const typed = new Set<string>()
  const acknowledged = new Map<Device, Set<number>>(devices.map((device) => [device, new Set()]))
  let isOver = false
  let turn = 0
  const act = async (device: Device, at: number): Promise<void> => {
    while (!isOver) {
      turn += 1
      const targetId = targets[turn % targets.length] ?? ''
      if (at === 0) {
        const text = `typed under fire, ${turn}.`
        typed.add(text)
        await device.commit(postComment, { id: newId(), postId: targets[turn % 3] ?? '', parentId: null, body: paragraph(text) })
      } else if (turn % 5 === 0) {
        await device.commit(setVote, { targetKind: 'post', targetId, axis: 'approval', value: turn % 2 === 0 ? 1 : 0 })
      } else await device.commit(setBookmark, { targetKind: 'post', targetId, isSaved: turn % 2 === 0 })
      for (const { n } of device.contents().sent) acknowledged.get(device)?.add(n)
      await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 20))
    }
  }
  const acting = devices.map(act)
  const startMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await until('a link', () => devices.some((device) => device.status()?.link === 'on'))
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 250))
    await site.kill()
    startMs.push(await site.startAgain())
    for (const device of devices) device.nudge('online')
  }
  isOver = true
  await Promise.all(acting)
  for (const device of devices) {
    await until('an empty queue', () => device.contents().queue.length === 0, 120_000)
    device.stop()
  }

  const results = new Map(site.table('mutation_results').map((row) => [String(row['id']), row]))
  let lost = 0
  for (const [device, numbers] of acknowledged) {
    const id = String(device.contents().meta.get('device'))
    for (const n of numbers) if (results.get(`${id}:${n}`)?.['outcome'] !== 'applied') lost += 1
  }
  const texts = site.table('comments').map((row) => JSON.stringify(row['body']))
  const counts = [...typed].map((text) => texts.filter((body) => body.includes(text)).length)
  const [medianMs = Infinity] = startMs.toSorted((a, b) => a - b).slice(rounds / 2)
  process.stdout.write(
    `  ${rounds} kills, ${typed.size} comments, ${results.size} mutations; up again in ${Math.round(medianMs)} ms (median)\n`,
  )
  expect(lost).toBe(0)
  expect(counts.every((count) => count === 1)).toBe(true)
  expect(devices.flatMap(({ reports }) => reports)).toEqual([])
  expect(devices.flatMap((device) => device.contents().refused.map(({ name, error }) => [name, error]))).toEqual([])
  // The tally is the sum of the votes, whatever was killed in between.
  const votes = site.table('votes')
  for (const tally of site.table('tallies').filter(({ id }) => targets.includes(String(id)))) {
    const sum = votes
      .filter((vote) => vote['targetId'] === tally['id'] && vote['axis'] === 'approval')
      .reduce((total, vote) => total + Number(vote['power']), 0)
    expect([tally['id'], tally['baseScore']]).toEqual([tally['id'], sum])
  }
})
