import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { relativeTime, shortDate } from '../ui/time-words.ts'
import { ageScript } from './inline-script.ts'

const now = Date.UTC(2026, 10, 27, 12)
const minute = 60_000
const day = 24 * 60 * minute

/** What the script makes of a document whose `<time>`s say this; `more` come while it is read. */
function aged(times: readonly { readonly at: number; readonly text: string }[], more = 0): readonly string[] {
  const all = times.map(({ at, text }) => ({ dateTime: new Date(at).toISOString(), firstChild: { data: text } }))
  const read = all.slice(0, all.length - more)
  const frames: (() => void)[] = []
  const listeners: (() => void)[] = []
  const document = {
    readyState: 'loading',
    getElementsByTagName: () => read,
    addEventListener: (name: string, listener: () => void) => name === 'DOMContentLoaded' && listeners.push(listener),
  }
  runInNewContext(ageScript, {
    document,
    requestAnimationFrame: (run: () => void) => frames.push(run),
    Date: class extends Date {
      static override now = () => now
    },
  })
  read.push(...all.slice(read.length))
  frames.shift()?.()
  // Half of the last one has come: it stays as it is until the rest is there.
  if (more > 0) expect(all.at(-1)?.firstChild.data).toBe(times.at(-1)?.text)
  document.readyState = 'interactive'
  for (const listener of listeners) listener()
  return all.map(({ firstChild }) => firstChild.data)
}

test('a date becomes what the page will say of it once it is alive', () => {
  const ages = [-minute, 0, minute - 1, minute, 59.9 * minute, 60 * minute, 23.9 * 60 * minute, day, 29.9 * day]
  const times = ages.map((age) => ({ at: now - age, text: shortDate(now - age) }))
  expect(aged(times)).toEqual(ages.map((age) => relativeTime(now - age, now)))
  expect(aged(times, 3)).toEqual(ages.map((age) => relativeTime(now - age, now)))
})

test('a date of a month ago, a longer one and other words stay', () => {
  const at = now - 2 * day
  const texts = ['25 November 2026', 'since 25 Nov 2026', '2026-11-25']
  expect(aged(texts.map((text) => ({ at, text })))).toEqual(texts)
  expect(aged([{ at: now - 30 * day, text: '28 Oct 2026' }])).toEqual(['28 Oct 2026'])
  expect(aged([{ at: now - day, text: '7 Sept 2026' }])).toEqual(['1 d ago'])
})

test('a date says its exact time once the pointer is on it, and what has said it stays', () => {
  type Target = { dateTime?: string; title: string }
  const hears: Record<string, (event: { readonly target: Target }) => void> = {}
  const addEventListener = (name: string, hear: (typeof hears)[string]) => (hears[name] = hear)
  const document = { readyState: 'interactive', getElementsByTagName: () => [], addEventListener }
  runInNewContext(ageScript, { document, Date })
  const dateTime = new Date(now).toISOString()
  const pointedAt = (target: Target): string => {
    hears['mouseover']?.({ target })
    return target.title
  }
  expect(pointedAt({ dateTime, title: '' })).toBe(new Date(now).toLocaleString())
  expect(pointedAt({ dateTime, title: 'as the app says it' })).toBe('as the app says it')
  expect(pointedAt({ title: '' })).toBe('')
})

test('it weighs little', () => expect(ageScript.length).toBeLessThanOrEqual(560))
