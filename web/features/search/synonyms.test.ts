import { describe, expect, test } from 'vitest'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (over: Parameters<typeof testPageData>[1], rows: Parameters<typeof testPageData>[0] = {}) =>
  web.render({ url: '/admin/synonyms', as: 'html' }, testPageData(rows, over))
const row = { id: 'synonyms', text: 'Café, Coffee house', groups: [['cafe', 'coffee house']], changedAt: T0 }

describe('/admin/synonyms', () => {
  test('has the groups as they were typed, and those of the site where none were saved', async () => {
    const { status, body } = await at({ viewer: admin }, { search_synonyms: [row] })
    expect(status).toBe(200)
    expect(body).toMatch(/<textarea[^>]*name="text"[^>]*>Café, Coffee house</u)
    expect(body).toContain(`name="seenAt" value="${T0}"`)
    expect((await at({ viewer: admin })).body).toContain('ai, artificial intelligence')
  })

  test('says of a refused text which lines are at fault, and keeps it', async () => {
    const values = { text: 'tide, ebb\nlone\nEBB, flow', seenAt: String(T0), from: '/admin/synonyms' }
    const error = { code: 'invalid', field: 'text', reason: null, retryAfterMs: null } as const
    const { body } = await at(
      { viewer: admin, form: { mutation: 'searchSynonyms.set', values, error, continueWith: null } },
      { search_synonyms: [row] },
    )
    expect(body).toContain('>tide, ebb\nlone\nEBB, flow<')
    expect(body).toContain('Line <!-- -->2<!-- -->: <!-- -->add a second term')
    expect(body).toContain('Line <!-- -->3<!-- -->: <!-- -->“EBB” is in an earlier group already.')
  })

  test.each([
    ['a visitor', visitor, 401],
    ['a member', member(idOf(300)), 403],
    ['a moderator', moderator, 403],
  ])('is not for %s', async (_who, viewer, expected) => {
    const { status, body } = await at({ viewer }, { search_synonyms: [row] })
    expect(status).toBe(expected)
    expect(body).not.toContain('Coffee house')
  })
})
