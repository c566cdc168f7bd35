/** From a page of the wiki to the pages before it and back, by links and forms alone. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import { attributeOf, byId, elementsOf, textOf } from './testing/html.ts'
import { place, says } from './testing/answers.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let visitor: Client

beforeAll(() => {
  visitor = site.visitor()
})

const linkWhere = async (path: string, isIt: (words: string, label: string) => boolean): Promise<string> => {
  const page = (await visitor.open(path)).html()
  const link = elementsOf(byId(page, 'main') ?? page, 'a').find((each) => isIt(textOf(each), attributeOf(each, 'aria-label') ?? ''))
  return link === undefined ? '' : (attributeOf(link, 'href') ?? '')
}

describe('a reading path', () => {
  test('leads a visitor from the beginning to the page', async () => {
    let at = await linkWhere('/w/public-health', (words) => words === 'Start from the beginning')
    const seen: string[] = []
    while (at !== '' && seen.length < 9) {
      seen.push(at)
      expect(says((await visitor.open(at)).html(), `Step ${seen.length} of 4 on the way to Public health`), at).toBe(true)
      at = await linkWhere(at, (_words, label) => label.startsWith('Next: '))
    }
    expect(seen).toEqual(['mathematics', 'least-count', 'statistics', 'public-health'].map((slug) => `/w/${slug}?pathId=public-health`))
  })

  test('begins at the address that asks for its start, each time anew', async () => {
    for (const query of ['startPath', 'startPath=true', 'startPath']) {
      const { status, location } = await visitor.get(`/w/public-health?${query}`)
      expect([status, location]).toEqual([302, '/w/mathematics?pathId=public-health'])
    }
    // What it does not know goes along.
    expect((await visitor.get('/w/public-health?startPath&from=mail')).location).toBe('/w/mathematics?pathId=public-health&from=mail')
  })

  test('is one page for search engines, and one answer for what is made up', async () => {
    const page = (await visitor.get('/w/statistics?pathId=public-health')).html()
    const canonical = elementsOf(page, 'link').find((each) => attributeOf(each, 'rel') === 'canonical')
    expect(attributeOf(canonical ?? page, 'href')).toMatch(/\/w\/statistics$/u)
    for (const query of ['pathId=nothing', 'pathId=%3Cb%3E', 'pathId=measurement', 'pathId=..%2Fw'])
      expect(says((await visitor.get(`/w/statistics?${query}`)).html(), 'on the way to'), query).toBe(false)
  })

  test('is changed by a form, and every page on it says so at once', async () => {
    const ines = await site.member('ines')
    const step = () => visitor.open('/w/statistics?pathId=public-health')
    expect(says((await step()).html(), 'Step 3 of 4')).toBe(true)
    const edit = await ines.open('/w/public-health/edit')
    expect(place(await ines.submit(edit, 'wiki.setRequirement', { requirement: 'Evidence' }, ({ isOn }) => isOn === 'yes'))).toBe(
      '/w/public-health/edit',
    )
    expect(says((await step()).html(), 'Step 3 of 5')).toBe(true)
    expect(says((await visitor.open('/w/evidence')).html(), 'Relied upon by Public health')).toBe(true)
    const circle = await ines.submit(
      await ines.open('/w/evidence/edit'),
      'wiki.setRequirement',
      { requirement: `${site.origin}/w/public-health` },
      ({ isOn }) => isOn === 'yes',
    )
    expect(says(circle.html(), 'That page requires this one')).toBe(true)
  })

  test('does not name what a moderator has deleted, from that moment on', async () => {
    const marit = await site.member('marit')
    for (const path of ['/w/statistics', '/w/mathematics?pathId=statistics'])
      expect((await visitor.open(path)).text).toContain('Least count')
    const edit = await marit.open('/w/least-count/edit')
    place(await marit.submit(edit, 'wiki.delete', { leadsToId: '' }))
    for (const path of ['/w/statistics', '/w/mathematics?pathId=statistics', '/w/statistics.md', '/api/v1/tags/statistics'])
      expect((await visitor.open(path)).text, path).not.toContain('Least count')
  })
})
