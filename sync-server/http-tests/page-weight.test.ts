/**
 * What the example community's pages weigh as HTML: budgets, so that a label said twice or a field
 * sent for nothing is seen on the day it comes. Brotli 5, as a page goes out at first; the best
 * form is a sixth less. Fonts: scripts/fonts/make-subset.test.ts; styles: web/ui/styles.test.ts.
 */
import { brotliCompressSync, constants } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { links } from '#shared/links.ts'
import type { Client } from './testing/client.ts'
import { postWhere } from './testing/seeded-posts.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let reader: Client

beforeAll(() => {
  reader = site.visitor()
})

const packed = (html: string): number => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

describe('the HTML of a page', () => {
  test.each([
    ['front page', links.front(), 9_970],
    // By default it shows days: the same commit weighed 7,900 in the morning and 8,016 at 22:00.
    ['list of all posts', `${links.allPosts()}?timeframe=allTime`, 8_800],
    ['tag', links.wiki('measurement'), 7_530],
    ['member', links.user('marit'), 7_100],
  ])('%s is within its budget', async (_name, path, budget) => {
    const { status, text } = await reader.open(path)
    expect(status).toBe(200)
    expect(packed(text)).toBeLessThanOrEqual(budget)
  })

  test('a discussion weighs little beside its texts', async () => {
    const { text } = await reader.get(postWhere(site).url)
    const items = text.match(/<li [^>]*data-comment=/gu)?.length ?? 0
    const bodies = [...text.matchAll(/<div class="c-body">([\s\S]*?)<\/div><div class="c-acts">/gu)].reduce(
      (sum, [, body = '']) => sum + body.length,
      0,
    )
    expect(items).toBeGreaterThan(50)
    const thread = text.slice(text.indexOf('<ul class="thread"'), text.indexOf('class="arrivals"'))
    expect((thread.length - bodies) / items).toBeLessThanOrEqual(1_990)
    // 321 comments: before labels said each name once, 84 kB.
    expect(packed(text)).toBeLessThanOrEqual(80_500)
  })
})
