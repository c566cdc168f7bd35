import { expect, test } from 'vitest'
import type { Answer, PageAnswer } from '../data/answer.ts'
import type { LoadTask, RouterHistory } from './browser-router.ts'
import { createBrowserRouter } from './browser-router.ts'
import { routeMatcher } from './match-route.ts'

const match = routeMatcher([
  { id: '/', path: '/' },
  { id: '/posts/:postId', path: '/posts/:postId' },
  { id: '*', path: '*' },
])

test('a page is shown when its answer is there, and not before', async () => {
  const { router, history, answers } = site()
  const going = router.go('/posts/1')
  expect([router.get().place.pathname, router.get().isLoading]).toEqual(['/', true])
  answers.give('/posts/1', pageOf('one'))
  await going
  expect([router.get().place.pathname, router.get().action, router.get().isLoading, router.get().answer.page]).toEqual([
    '/posts/1',
    'PUSH',
    false,
    'one',
  ])
  expect(history.entries).toEqual(['/', '/posts/1'])
})

test('a second wish gives up the first, whose answer is never shown', async () => {
  const { router, history, answers } = site()
  const first = router.go('/posts/1')
  const second = router.go('/posts/2')
  answers.give('/posts/2', pageOf('two'))
  answers.give('/posts/1', pageOf('one'))
  await Promise.all([first, second])
  expect([router.get().answer.page, history.entries]).toEqual(['two', ['/', '/posts/2']])
  expect(answers.aborted).toEqual(['/posts/1'])
})

test('a moved page is followed, the place in it kept', async () => {
  const { router, history, answers } = site()
  const going = router.go('/posts/1#c5')
  answers.give('/posts/1', { kind: 'moved', to: '/posts/2', status: 308 })
  await answers.asked('/posts/2')
  answers.give('/posts/2', pageOf('two'))
  await going
  expect(history.entries).toEqual(['/', '/posts/2#c5'])
})

test('addresses that lead in a circle end as an error', async () => {
  const { router, answers } = site()
  const going = router.go('/posts/1')
  for (let at = 0; at < 10; at += 1) {
    await answers.asked('/posts/1')
    answers.give('/posts/1', { kind: 'moved', to: '/posts/1', status: 308 })
  }
  await going
  expect(String(router.get().error)).toContain('leads in a circle')
})

test('back asks for the page before and makes no new entry', async () => {
  const { router, history, answers } = site()
  const going = router.go('/posts/1')
  answers.give('/posts/1', pageOf('one'))
  await going
  history.back()
  answers.give('/', pageOf('front'))
  await answers.settled()
  expect([router.get().place.pathname, router.get().action, history.entries.length]).toEqual(['/', 'POP', 2])
})

test('another place on the same page asks nobody', () => {
  const { router, history, answers } = site()
  history.replaceFromOutside('/#notes')
  expect([router.get().place.hash, answers.all]).toEqual(['#notes', []])
})

test('a refresh with nothing new keeps the very answer; with something new, what is unchanged in it', async () => {
  const { router, answers } = site(pageOf({ discussion: { comments: [{ id: 'a', text: 'A' }] } }))
  const before = router.get().answer
  const refreshing = router.refresh()
  answers.give('/', pageOf({ discussion: { comments: [{ id: 'a', text: 'A' }] } }))
  await refreshing
  expect(router.get().answer).toBe(before)
  const again = router.refresh()
  answers.give(
    '/',
    pageOf({
      discussion: {
        comments: [
          { id: 'a', text: 'A' },
          { id: 'b', text: 'B' },
        ],
      },
    }),
  )
  await again
  const comments = (answer: PageAnswer) => (answer.page as { discussion: { comments: readonly unknown[] } }).discussion.comments
  expect(comments(router.get().answer)[0]).toBe(comments(before)[0])
})

test('a refresh while another page is on its way is done with that page', async () => {
  const { router, answers } = site()
  const going = router.go('/posts/1')
  const refreshing = router.refresh()
  answers.give('/posts/1', pageOf('one'))
  await Promise.all([going, refreshing])
  expect(answers.all).toEqual(['go /posts/1'])
})

test('what a loader throws is an error on the page, and the next page takes it away', async () => {
  const { router, answers } = site()
  const going = router.go('/posts/1')
  answers.fail('/posts/1', new Error('broken'))
  await going
  expect(router.get().error).toBeInstanceOf(Error)
  const next = router.go('/')
  answers.give('/', pageOf('front'))
  await next
  expect(router.get().error).toBeUndefined()
})

test('an answer that comes late from elsewhere is shown only where it belongs', () => {
  const { router } = site()
  router.show(pageOf('newer'), '/posts/9')
  expect(router.get().answer.page).toBe('first')
  router.show(pageOf('newer'), '/')
  expect(router.get().answer.page).toBe('newer')
})

test('after going back while the app was on its way, what the document shows is drawn first', async () => {
  const { router, history, answers } = site(pageOf('one'), '/posts/1?view=old')
  expect(router.get().place.pathname).toBe('/')
  expect([router.first.place.pathname, router.first.place.search, router.first.answer.page]).toEqual(['/posts/1', '?view=old', 'one'])
  const back = router.refresh()
  answers.give('/', pageOf('front'))
  await back
  expect([router.get().answer.page, history.entries]).toEqual(['front', ['/']])
})

test('what is wished for before anything is drawn changes nothing of what is drawn first', async () => {
  const { router, answers } = site()
  expect(router.first).toBe(router.get())
  const going = router.go('/posts/1')
  expect([router.get().isLoading, router.first.isLoading]).toEqual([true, false])
  answers.give('/posts/1', pageOf('one'))
  await going
  expect(router.first.answer.page).toBe('first')
})

function site(first: PageAnswer = pageOf('first'), at = '/') {
  const history = fakeHistory()
  const answers = fakeAnswers()
  const router = createBrowserRouter({ match, history, origin: 'https://site.example', first, at, load: answers.load })
  return { router, history, answers }
}

function pageOf(page: unknown): PageAnswer {
  return { kind: 'page', status: 200, showing: '/', head: { title: null }, page, bodies: {}, form: null, problem: null, me: null }
}

function fakeAnswers() {
  const waiting = new Map<string, PromiseWithResolvers<Answer>>()
  const all: string[] = []
  const aborted: string[] = []
  const settled = async () => {
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
  }
  return {
    all,
    aborted,
    settled,
    load({ url, why, signal }: LoadTask): Promise<Answer> {
      const address = `${url.pathname}${url.search}`
      all.push(`${why} ${address}`)
      signal.addEventListener('abort', () => aborted.push(address))
      const answer = Promise.withResolvers<Answer>()
      waiting.set(address, answer)
      return answer.promise
    },
    async asked(address: string) {
      for (let turns = 0; turns < 50 && !waiting.has(address); turns += 1) await Promise.resolve()
    },
    give(address: string, answer: Answer) {
      const asked = waiting.get(address)
      waiting.delete(address)
      asked?.resolve(answer)
    },
    fail: (address: string, error: unknown) => waiting.get(address)?.reject(error),
  }
}

function fakeHistory(): RouterHistory & { entries: string[]; back(): void; replaceFromOutside(to: string): void } {
  const entries = ['/']
  let at = 0
  let keys = 0
  let hear: Parameters<RouterHistory['listen']>[0] = () => {}
  const locationNow = () => {
    const { pathname, search, hash } = new URL(entries[at] ?? '/', 'https://site.example')
    return { pathname, search, hash, key: `k${keys}` }
  }
  return {
    entries,
    get location() {
      return locationNow()
    },
    push(to) {
      at += 1
      keys += 1
      entries.splice(at, entries.length, to)
    },
    replace(to) {
      keys += 1
      entries[at] = to
    },
    listen(listener) {
      hear = listener
      return () => {}
    },
    back() {
      at -= 1
      keys += 1
      hear({ location: locationNow() })
    },
    replaceFromOutside(to) {
      entries[at] = to
      keys += 1
      hear({ location: locationNow() })
    },
  }
}
