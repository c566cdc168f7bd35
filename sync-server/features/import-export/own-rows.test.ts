import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnDataTables, OwnRowsPage } from '#shared/formats/own-data.ts'
import { tables } from '#shared/registry.ts'
import { idOf } from '#shared/testing/factories.ts'
import type { Browser, FeatureSite } from '../testing/feature-site.ts'
import { featureSite } from '../testing/feature-site.ts'
import { ownRowsLimits, ownTables } from './own-rows.ts'

let site: FeatureSite
let ada: Browser
let ben: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  await ada.signUp('Ada')
  ben = site.browser()
  await ben.signUp('Ben')
})

const json = { accept: 'application/json', 'content-type': 'application/json' }
const get = (by: Browser, path: string) => by.send('GET', path, { accept: 'application/json' })
const rowsOf = async (by: Browser, table: string, offset = 0): Promise<OwnRowsPage> =>
  JSON.parse((await get(by, `/api/export/rows?table=${table}&offset=${offset}`)).text)

describe('everything of one’s own', () => {
  test('names each table whose rows have an owner, with a schema, and the account without its secrets', async () => {
    const { tables: named, account }: OwnDataTables = JSON.parse((await get(ada, '/api/export/tables')).text)
    const owned = tables.filter(({ name, readers }) => readers.kind === 'owner' && name !== 'conversation_aliases').map(({ name }) => name)
    expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(owned))
    expect(new Set(named.map(({ name }) => name)).size).toBe(ownTables.length)
    for (const { schema } of named) expect(schema).toMatchObject({ type: 'object', properties: { id: {} } })
    expect(Object.keys(account).toSorted()).toEqual(['email', 'emailVerifiedAt', 'pictures', 'userName'])
    expect(JSON.stringify(account)).not.toMatch(/hash|argon/iu)
  })

  test('has what a member wrote and chose, and nothing of anybody else', async () => {
    for (const [by, n] of [
      [ada, 1],
      [ben, 2],
    ] as const) {
      const body = JSON.stringify({ args: { id: idOf(n), revisionId: idOf(1000 + n), kind: 'post', lang: 'en' } })
      expect((await by.send('POST', '/api/mutations/posts.create', json, body)).status).toBe(200)
    }
    expect((await rowsOf(ada, 'posts')).rows.map(({ id }) => id)).toEqual([idOf(1)])
    for (const { table } of ownTables) {
      const all = JSON.stringify(await rowsOf(ada, table.name))
      expect(all, table.name).not.toContain('Ben')
      expect(all, table.name).not.toContain(idOf(2))
    }
    expect((await rowsOf(ada, 'members')).rows).toMatchObject([{ displayName: 'Ada' }])
  })

  test('asks who is there, judges what it is given, and is kept by nobody', async () => {
    for (const path of ['/api/export/tables', '/api/export/rows?table=posts']) {
      expect((await get(site.browser(), path)).status).toBe(401)
      expect((await get(ada, path)).headers['cache-control']).toBe('private, no-store')
    }
    for (const asked of [
      'table=credentials',
      'table=sessions',
      'table=',
      '',
      'table=posts&offset=-1',
      'table=posts&offset=x',
      'table=posts&offset=1e9',
    ])
      expect((await get(ada, `/api/export/rows?${asked}`)).status, asked).toBe(400)
  })

  test('comes in pages that overlap', async () => {
    expect(ownRowsLimits.overlap).toBeLessThan(ownRowsLimits.page)
    expect(await rowsOf(ada, 'votes', 450)).toEqual({ rows: [], next: null })
  })
})
