/** One word of 200 letters, an address without a space, and a formula of 120 terms, wherever somebody's words are shown: no page is wider than its window. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { desk } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { rowsOf } from './support/device.ts'
import { placesOf } from './support/places.ts'
import { test } from './support/test-page.ts'

const word = 'Donaudampfschiffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3).slice(0, 200)
const address = `https://example.org/${'a-path-without-a-space/'.repeat(8)}`
const formula = { type: 'mathInline', attrs: { tex: `${'x_1 + '.repeat(120)}y` } }
const paragraph = { type: 'paragraph', content: [{ type: 'text', text: `${word} ${address} ` }, formula] }

type Row = Record<string, unknown>
/** What becomes of every second row of a table. */
const wider: Readonly<Record<string, (row: Row) => Row>> = {
  posts: (row) => ({ ...row, title: word, excerpt: word }),
  members: (row) => ({ ...row, displayName: word.slice(0, 100) }),
  comments: (row) => withWords(row),
  revisions: (row) => ({ ...withWords(row), title: address }),
  sequences: (row) => ({ ...row, title: word }),
  collections: (row) => ({ ...row, title: word }),
  tags: (row) => ({ ...row, name: word.slice(0, 60) }),
}

function withWords(row: Row): Row {
  const { body } = row
  if (typeof body !== 'object' || body === null || !('content' in body) || !Array.isArray(body.content)) return row
  return { ...row, body: { ...body, content: [paragraph, ...(body.content as readonly unknown[])] } }
}

function widen(site: Site): void {
  const store = new DatabaseSync(join(site.dataDir, 'lyceum.sqlite'))
  try {
    for (const [table, change] of Object.entries(wider)) {
      const put = store.prepare(`UPDATE "${table}" SET body = ? WHERE id = ?`)
      for (const [at, { id, body }] of store.prepare(`SELECT id, body FROM "${table}" ORDER BY id`).all().entries())
        if (at % 2 === 0) put.run(JSON.stringify(change(JSON.parse(String(body)) as Row)), String(id))
    }
  } finally {
    store.close()
  }
}

test('at 320 px and at a desk', { timeout: 900_000 }, async ({ site }) => {
  const { essay } = await placesOf(site)
  const [member] = rowsOf(site, 'members')
  const [sequence] = rowsOf(site, 'sequences')
  await site.goOffline()
  widen(site)
  await site.goOnline()
  const paths = ['/', '/allPosts', '/feed', '/quicktakes', '/questions', '/allComments', '/library', '/sequences', '/wikitags', '/tags/all']
  const more = ['/bestoflesswrong', '/recommendations', '/leaderboard', '/search?query=donau', '/dialogues', new URL(essay).pathname]
  const rows = [`/users/${String(member?.['slug'])}`, `/s/${String(sequence?.['id'])}`]
  const wide: string[] = []
  for (const viewport of [{ width: 320, height: 700 }, desk]) {
    const { page, close } = await site.newReader({ viewport })
    for (const path of [...paths, ...more, ...rows]) {
      const answer = await page.goto(`${site.origin}${path}`)
      expect([path, answer?.ok()]).toEqual([path, true])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > viewport.width) wide.push(`${path}: ${width} at ${viewport.width}`)
    }
    await close()
  }
  expect(wide).toEqual([])
})
