import { beforeEach, expect, test } from 'vitest'
import { fetched } from './testing/mirror.ts'
import { anArchive, aStore } from './testing/archive-scene.ts'
import { ids, plantCommunity } from './testing/community.ts'
import { gatewayLimits } from './gateway-params.ts'

const base = '/archive/public'
const rev = `5-${'a'.repeat(32)}`
const manyDocs = { docs: Array.from({ length: gatewayLimits.docsAtOnce + 1 }, () => ({ id: 'posts:1', rev })) }

let site: Awaited<ReturnType<typeof anArchive>>
beforeEach(async () => {
  const store = await aStore()
  await plantCommunity(store)
  site = await anArchive(store)
  await site.archive.settled()
})

/** Status, method, address, body. */
const refusals: readonly (readonly [number, string, string, unknown?])[] = [
  // Other databases, and what belongs to a whole server.
  [404, 'GET', '/archive/_all_dbs'],
  [404, 'GET', '/archive/_users'],
  [404, 'GET', '/archive/_replicator/_all_docs'],
  [404, 'GET', '/archive/other'],
  [404, 'POST', '/archive/_replicate', { source: 'public', target: 'http://127.0.0.1:1/x' }],
  [404, 'GET', '/archive/_config'],
  [404, 'GET', '/archive/_utils/'],
  [404, 'POST', '/archive/_session', { name: 'keeper', password: 'x' }],
  [404, 'GET', '/archive/_session'],
  // Below the database.
  [400, 'GET', `${base}/_all_docs`],
  [400, 'GET', `${base}/_security`],
  [400, 'GET', `${base}/_design`],
  [403, 'GET', `${base}/_design/x`],
  [403, 'GET', `${base}/_design/x/_view/y`],
  [400, 'GET', `${base}/_design%2Fx`],
  [403, 'POST', `${base}/_find`, { selector: {} }],
  [403, 'POST', `${base}/_all_docs`, { keys: ['posts:1'] }],
  [403, 'POST', `${base}/_revs_diff`, {}],
  [403, 'POST', `${base}/_compact`, {}],
  [403, 'POST', `${base}/_purge`, {}],
  [403, 'POST', `${base}/_temp_view`, { map: 'function(){}' }],
  [403, 'GET', `${base}/posts:1/attachment.png`],
  [400, 'GET', `${base}/..%2f..%2f_all_dbs`],
  [400, 'GET', `${base}/..%2f_users`],
  // Writing.
  [403, 'POST', `${base}/_bulk_docs`, { docs: [{ _id: 'posts:1' }] }],
  [403, 'PUT', `${base}/posts:1`, { a: 1 }],
  [403, 'DELETE', `${base}/posts:1?rev=${rev}`],
  [403, 'DELETE', base],
  [403, 'PUT', base],
  [403, 'POST', base, { a: 1 }],
  [403, 'PUT', `${base}/_security`, {}],
  // Changes: what is not named, or has another form.
  [400, 'GET', `${base}/_changes?include_docs=true`],
  [400, 'GET', `${base}/_changes?filter=_view&view=x/y`],
  [400, 'GET', `${base}/_changes?filter=app/all`],
  [400, 'GET', `${base}/_changes?feed=eventsource`],
  [400, 'GET', `${base}/_changes?descending=true`],
  [400, 'GET', `${base}/_changes?limit=-1`],
  [400, 'GET', `${base}/_changes?limit=1e9`],
  [400, 'GET', `${base}/_changes?since=%7B%7D`],
  [400, 'GET', `${base}/_changes?since=0&since=1`],
  [400, 'GET', `${base}/_changes?doc_ids=%5B%22posts:1%22%5D`],
  [400, 'GET', `${base}/_changes?__proto__=1`],
  [403, 'POST', `${base}/_changes`, { doc_ids: ['posts:1'] }],
  // Documents.
  [400, 'POST', `${base}/_bulk_get`, manyDocs],
  [400, 'POST', `${base}/_bulk_get`, { docs: [] }],
  [400, 'POST', `${base}/_bulk_get`, { docs: [{ id: '_design/x' }] }],
  [400, 'POST', `${base}/_bulk_get`, { docs: [{ id: 'posts:1', rev: '1-x' }] }],
  [400, 'POST', `${base}/_bulk_get`, { docs: [{ id: 'posts:1', open_revs: 'all' }] }],
  [400, 'POST', `${base}/_bulk_get`, [1]],
  [400, 'POST', `${base}/_bulk_get?include_docs=true`, { docs: [{ id: 'posts:1' }] }],
  [413, 'POST', `${base}/_bulk_get`, { docs: [{ id: 'x'.repeat(gatewayLimits.bodyBytes) }] }],
  [400, 'GET', `${base}/posts:1?open_revs=%5B%5D`],
  [400, 'GET', `${base}/posts:1?open_revs=${encodeURIComponent(JSON.stringify(Array.from({ length: 60 }, () => rev)))}`],
  [400, 'GET', `${base}/posts:1?revs_info=true`],
  [400, 'GET', `${base}/posts:1?rev=latest`],
  [404, 'GET', `${base}/posts:${'9'.repeat(26)}`],
  [403, 'GET', `${base}/${'p'.repeat(500)}`],
  // A mirror's checkpoint: there is none, and none is kept.
  [404, 'GET', `${base}/_local/WdueC3F0GXdh3yQb4IhQtw%3D%3D`],
  [403, 'PUT', `${base}/_local/WdueC3F0GXdh3yQb4IhQtw%3D%3D`, { last_seq: 1 }],
  [400, 'GET', `${base}/_local/${'a'.repeat(300)}`],
  [403, 'GET', `${base}/_local_docs/x`],
]

test('only what pull replication needs is answered; nothing else reaches the archive’s server', async () => {
  const found: string[] = []
  for (const [status, method, path, body] of refusals) {
    const answer = await fetched(site.origin, method, path, body)
    const said: { error?: unknown } = answer.status === 413 ? { error: 'by the site' } : JSON.parse(answer.text)
    if (answer.status !== status || typeof said.error !== 'string')
      found.push(`${method} ${path.slice(0, 80)}: ${answer.status}, not ${status}`)
  }
  expect(found).toEqual([])
  // It has not crashed on any of them.
  expect(site.archive.child()?.starts()).toBe(1)
})

test('what replicators ask for, in each of its forms', async () => {
  const get = async (path: string) => JSON.parse((await fetched(site.origin, 'GET', `${base}${path}`)).text)
  expect(await get('/')).toMatchObject({ db_name: 'public', instance_start_time: '0' })
  const { results, last_seq: last } = await get('/_changes')
  expect(results.length).toBeGreaterThan(10)
  expect((await get('/_changes?limit=3')).results).toEqual(results.slice(0, 3))
  expect((await get(`/_changes?since=${results[2].seq}&style=all_docs&limit=1000&seq_interval=100`)).results).toEqual(results.slice(3))
  expect(await get('/_changes?since=now&limit=0')).toMatchObject({ results: [], last_seq: last })
  expect(await get(`/_changes?feed=longpoll&since=${last}&timeout=300&heartbeat=1000`)).toEqual({ results: [], last_seq: last })
  const lines = await fetched(site.origin, 'GET', `${base}/_changes?feed=continuous&timeout=1`)
  expect(lines.text.trim().split('\n').length).toBe(results.length + 1)

  const id = `posts:${ids.post}`
  const doc = await get(`/${id}?revs=true`)
  expect(doc).toMatchObject({ _id: id, table: 'posts', _revisions: { ids: [expect.any(String)] } })
  expect(await get(`/${id}`)).not.toHaveProperty('_revisions')
  const openRevs = encodeURIComponent(JSON.stringify([doc._rev]))
  expect(await get(`/${id}?open_revs=${openRevs}&revs=true&latest=true`)).toEqual([{ ok: doc }])
  expect(await get(`/${id}?open_revs=all&revs=true`)).toEqual([{ ok: doc }])
  const bulk = await fetched(site.origin, 'POST', `${base}/_bulk_get?revs=true`, { docs: [{ id }, { id: 'posts:none', rev }] })
  expect(JSON.parse(bulk.text).results).toEqual([
    { id, docs: [{ ok: doc }] },
    { id: 'posts:none', docs: [{ error: { id: 'posts:none', rev, error: 'not_found', reason: 'missing' } }] },
  ])
  const checkpoint = await fetch(`${site.origin}${base}/_local/abc`, {
    method: 'PUT',
    body: '{}',
    headers: { 'content-type': 'application/json', 'user-agent': 'CouchDB-Replicator/3.4.2' },
  })
  expect(checkpoint.status).toBe(201)
  const preflight = await fetch(`${site.origin}${base}/_bulk_get`, { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
})

test('whoever asks more than a mirror needs is told when to go on', async () => {
  const hanging = Array.from({ length: gatewayLimits.openEach }, () =>
    fetch(`${site.origin}${base}/_changes?feed=longpoll&since=now&timeout=3000`),
  )
  await expect.poll(async () => (await fetch(`${site.origin}${base}`)).status, { interval: 50 }).toBe(429)
  await Promise.all(hanging.map(async (one) => (await one).text()))
  expect((await fetch(`${site.origin}${base}`)).status).toBe(200)
})
