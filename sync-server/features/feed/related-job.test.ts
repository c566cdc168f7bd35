import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { relatedPosts } from '#shared/feed/related-schema.ts'
import { minuteMs } from '#shared/kernel/durations.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { keepRelatedPosts } from './related-job.ts'

const details = { tags: ['Tides'], lang: 'en', linkUrl: null, writtenOn: null, submitToFrontpage: false, kind: 'post' }

async function community(count: number) {
  const core = await aCore()
  await core.join(1)
  // New tags of those without karma wait.
  await core.earn(idOf(1))
  const publish = async (n: number, at: number) => {
    const [id, title, body] = [idOf(1_000 + n), `Tide ${n}`, paragraph('It came and went.')]
    await core.must({ name: 'posts.publish', args: { ...details, id, revisionId: idOf(2_000 + n), title, body }, userId: idOf(1), now: at })
  }
  for (let n = 0; n < count; n += 1) await publish(n, T0 + n * 60 * minuteMs)
  const writes: string[] = []
  const keep = (now: number, signal?: AbortSignal) =>
    keepRelatedPosts(
      {
        store: core.store,
        apply(request) {
          writes.push(request.name)
          return core.writer.apply({ ...request, now })
        },
      },
      now,
      signal,
    )
  const kept = async () =>
    (
      await core.store.read((read) =>
        read.getMany(
          relatedPosts,
          [0, 1, 2].map((n) => idOf(1_000 + n)),
        ),
      )
    ).length
  return { writes, keep, kept }
}

const later = T0 + 9_000 * minuteMs

test('what was published has its list a turn later, and a turn without anything new writes nothing', async () => {
  const { writes, keep, kept } = await community(2)
  expect(await kept()).toBe(0)
  await keep(later)
  expect(await kept()).toBe(2)
  await keep(later + minuteMs)
  expect(writes).toHaveLength(1)
})

test('a turn that is to end begins no further piece of work', async () => {
  const { keep, kept } = await community(1)
  await keep(later, AbortSignal.abort())
  expect(await kept()).toBe(0)
})
