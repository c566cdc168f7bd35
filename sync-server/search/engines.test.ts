import { describe, expect, test } from 'vitest'
import { posts } from '#shared/posts/schema.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { parseSearchParams } from '#shared/search/params.ts'
import { searchSynonyms } from '#shared/search/schema.ts'
import { searchResults } from '#shared/search/search.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tags, tagSlugs } from '#shared/wiki/schema.ts'
import type { Sequence } from '#shared/sequences/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { aPost, aSequence, aTag, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { searchProbes } from '#shared/testing/search-probes.ts'
import type { StoreTransaction } from '#server/store/port.ts'
import { productPlaces } from '#server/store/testing/product-store.ts'
import { ada, bo, aSite, putPost, putComment, putKarma } from './testing/search-site.ts'

describe.each(productPlaces)('the search on %s', (_name, place) => {
  test('finds posts by words in any order, phrases, names and tags, and leaves out what it is told to', async () => {
    const site = await aSite(place)
    await site.write(async (tx) => {
      await putPost(tx, 1, { title: 'Low tide', tags: ['Night Watch'] }, 'Boats lie in the harbour and wait for essays.')
      await putPost(tx, 2, { title: 'High water', authorId: bo.id }, 'The tide is low no more: tide low.')
      await putPost(tx, 3, { title: 'Café notes' }, 'Nothing of the sea. 検索機能 works.')
    })
    expect(await site.titles('tide low ')).toEqual(expect.arrayContaining(['Low tide', 'High water']))
    expect(await site.titles('"low tide"')).toEqual(['Low tide'])
    expect(await site.titles('tide -boats')).toEqual(['High water'])
    expect(await site.titles('CAFE')).toEqual(['Café notes'])
    expect(await site.titles('索機')).toEqual(['Café notes'])
    expect(await site.titles('essay harb')).toEqual(['Low tide'])
    expect(await site.titles('"essay"')).toEqual([])
    expect(await site.titles('tide user:"bo strom"')).toEqual(['High water'])
    expect(await site.titles('tag:"night watch"')).toEqual(['Low tide'])
    expect(await site.titles('tide', { tags: ['night-watch'] })).toEqual(['Low tide'])
    expect(await site.titles('tide -user:bo')).toEqual(['Low tide'])
    expect((await site.find('strom', { kind: 'users' })).hits).toMatchObject([{ kind: 'users', id: bo.id }])
    expect((await site.find('watch', { kind: 'tags' })).hits).toMatchObject([{ kind: 'tags', id: 'night-watch', postCount: 1 }])
    await site.close()
  })

  test('finds texts with the other terms of a group, marked, from the moment the group is saved', async () => {
    const site = await aSite(place)
    await site.write(async (tx) => {
      await putPost(tx, 1, { title: 'Low tide' }, 'Boats lie in the harbour.')
      await putPost(tx, 2, { title: 'Two words' }, 'A deep harbour, and the ebb and flow of it.')
    })
    const save = (groups: string[][], changedAt: number) =>
      site.write((tx) => tx.put(searchSynonyms, { id: 'synonyms', text: '', groups, changedAt }))
    expect([await site.titles('vessels '), await site.titles('tide ')]).toEqual([[], ['Low tide']])
    await save(
      [
        ['boats', 'vessels'],
        ['tide', 'ebb and flow'],
      ],
      T0,
    )
    expect(await site.titles('vessels ')).toEqual(['Low tide'])
    expect((await site.titles('tide ')).toSorted()).toEqual(['Low tide', 'Two words'])
    expect((await site.titles('ebb and flow ')).toSorted()).toEqual(['Low tide', 'Two words'])
    // Of a term of several words each word counts, and the words around it too.
    expect(await site.titles('deep ebb and flow ')).toEqual(['Two words'])
    const marked = async (query: string) =>
      (await site.find(query)).hits
        .flatMap((hit) => (hit.kind === 'posts' ? [...hit.title, ...hit.snippet] : []))
        .filter(({ isHit }) => isHit)
    expect((await marked('vessels ')).map(({ text }) => text)).toEqual(['Boats'])
    expect((await marked('deep tide ')).map(({ text }) => text)).toEqual(['deep', 'ebb and flow'])
    expect((await site.quick('vessels ')).hits).toMatchObject([{ kind: 'posts', id: idOf(1) }])
    await save([], T0 + 1)
    expect(await site.titles('vessels ')).toEqual([])
    await site.close()
  })

  test('finds what is written in any script, with or without the characters that nobody sees', async () => {
    const site = await aSite(place)
    await site.write(async (tx) => {
      for (const [n, { script, text }] of searchProbes.entries()) await putPost(tx, n + 1, { title: `No. ${n}` }, `${script}: ${text}`)
    })
    const wrong: string[] = []
    for (const [n, { script, finds, misses }] of searchProbes.entries()) {
      const isFound = async (typed: string) => (await site.titles(`${typed} `)).includes(`No. ${n}`)
      for (const typed of finds) if (!(await isFound(typed))) wrong.push(`${script}: ${typed} is not found`)
      for (const typed of misses) if (await isFound(typed)) wrong.push(`${script}: ${typed} is found`)
    }
    expect(wrong).toEqual([])
    await site.close()
  })

  test('finds a page of the wiki by its name and by its words, as a tag and not among the posts; its earlier name and a deleted one it does not', async () => {
    const site = await aSite(place)
    const named = async (tx: StoreTransaction, name: string, slug: string, more: Partial<Tag> = {}) => {
      await tx.put(tags, aTag({ id: idOf(1), name, slug, isWikiOnly: true, ...more }))
      await tx.put(tagSlugs, { id: `${idOf(1)}:${slug}`, slug, tagId: idOf(1) })
    }
    await site.write(async (tx) => {
      await putPost(tx, 1, { title: 'Neap tide', kind: 'wiki', slug: null }, 'Half a moon pulls across.')
      await named(tx, 'Neap tide', 'neap-tide')
    })
    const found = async (query: string) => (await site.find(query, { kind: 'tags' })).hits.map(({ id }) => id)
    expect([await found('neap'), await found('moon'), await site.titles('moon')]).toEqual([['neap-tide'], ['neap-tide'], []])
    await site.write((tx) => named(tx, 'Small tide', 'small-tide', { oldSlugs: ['neap-tide'] }))
    expect([await found('neap'), await found('small')]).toEqual([[], ['small-tide']])
    await site.write((tx) => named(tx, 'Small tide', 'small-tide', { oldSlugs: ['neap-tide'], state: 'deleted' }))
    expect(await found('moon')).toEqual([])
    await site.close()
  })

  test('a core tag and one that is liked stand before another of as good a name, from the next change on', async () => {
    const site = await aSite(place)
    const named = (tx: StoreTransaction, n: number, more: Partial<Tag> = {}) =>
      tx.put(tags, aTag({ id: idOf(n), name: `Tide ${'abc'[n - 1]}`, slug: `tide-${n}`, ...more }))
    await site.write(async (tx) => {
      for (const n of [1, 2, 3]) {
        await putPost(tx, n, { title: `Tide ${n}`, kind: 'wiki', slug: null }, 'Half a moon pulls across.')
        await named(tx, n)
        await tx.put(tagSlugs, { id: `${idOf(n)}:tide-${n}`, slug: `tide-${n}`, tagId: idOf(n) })
      }
    })
    const found = async () => (await site.find('tide', { kind: 'tags' })).hits.map(({ id }) => id)
    expect((await found()).length).toBe(3)
    await site.write((tx) => named(tx, 2, { isCore: true }))
    expect((await found())[0]).toBe('tide-2')
    await site.write((tx) => named(tx, 3, { isCore: true, likes: 40 }))
    expect(await found()).toEqual(['tide-3', 'tide-2', 'tide-1'])
    await site.close()
  })

  test('finds a sequence by its title, what is said of it and who made it; a draft, a hidden and a removed one it does not', async () => {
    const site = await aSite(place)
    const put = (changes: Partial<Sequence> = {}) =>
      site.write((tx) =>
        tx.put(sequences, aSequence({ id: idOf(500), authorId: bo.id, title: 'Slow rivers', body: paragraph('Of silt.'), ...changes })),
      )
    const found = (query: string) => site.titles(query, { kind: 'sequences' })
    await put()
    await site.write((tx) => tx.put(sequences, aSequence({ id: idOf(501), title: 'Silt', authorId: ada.id, publishedAt: T0 - 5 })))
    expect([await found('rivers'), await found('silt'), await found('silt user:bo'), await found('strom')]).toEqual([
      ['Slow rivers'],
      ['Silt', 'Slow rivers'],
      ['Slow rivers'],
      ['Slow rivers'],
    ])
    expect(await site.titles('silt', { kind: 'sequences', sort: 'newest_first' })).toEqual(['Slow rivers', 'Silt'])
    expect((await site.quick('slow riv')).hits).toMatchObject([{ kind: 'sequences', href: `/s/${idOf(500)}` }])
    for (const hidden of [{ isDraft: true }, { isHidden: true }, { removedAt: T0 }]) {
      await put(hidden)
      expect([hidden, await found('rivers')]).toEqual([hidden, []])
    }
    await put()
    await site.write((tx) => tx.put(members, { ...bo, displayName: 'Cy Vale', displayNameKey: 'cy vale' }))
    expect([await found('strom'), await found('vale')]).toEqual([[], ['Slow rivers']])
    await site.restart()
    expect(await found('rivers')).toEqual(['Slow rivers'])
    await site.write((tx) => tx.delete(sequences, idOf(500)))
    expect(await found('rivers')).toEqual([])
    await site.close()
  })

  test('ranks by where the words stand and by karma, and sorts as asked', async () => {
    const site = await aSite(place)
    await site.write(async (tx) => {
      await putPost(tx, 1, { title: 'Nothing' }, `A harbour is named once. ${'Other words stand here. '.repeat(20)}`, 3)
      await putPost(tx, 2, { title: 'The harbour' }, `${'Other words stand here. '.repeat(20)}`, 3)
      await putPost(tx, 3, { title: 'Nobody', curatedAt: T0 }, `A harbour is named once. ${'Other words stand here. '.repeat(20)}`, 300)
    })
    expect(await site.titles('harbour')).toEqual(['The harbour', 'Nobody', 'Nothing'])
    expect(await site.titles('harbour', { sort: 'karma' })).toEqual(['Nobody', 'The harbour', 'Nothing'])
    expect(await site.titles('harbour', { sort: 'newest_first' })).toEqual(['Nobody', 'The harbour', 'Nothing'])
    expect(await site.titles('harbour', { sort: 'oldest_first' })).toEqual(['Nothing', 'The harbour', 'Nobody'])
    expect(await site.titles('harbour', { isCurated: true })).toEqual(['Nobody'])
    expect(await site.titles('harbour', { date: 'day' })).toHaveLength(3)
    await site.close()
  })

  test('finds nothing that is not public, and forgets at once what was', async () => {
    const site = await aSite(place)
    let post = aPost()
    await site.write(async (tx) => {
      post = await putPost(tx, 1, { title: 'Seen' }, 'Public kelp.')
      await putPost(tx, 2, { status: 'draft', publishedAt: null, revisionId: null, title: 'Kelp draft' }, 'Kelp that nobody sees.')
      await putPost(tx, 3, { awaitsReview: true, title: 'Kelp waiting' }, 'Kelp in review.')
      await putPost(tx, 4, { rejectedReason: 'no', title: 'Kelp rejected' }, 'Kelp refused.')
      await putPost(tx, 5, { title: 'Kelp disliked' }, 'Kelp below zero.', -1)
      await putPost(tx, 6, { holds: 'quickTakes', title: 'Kelp takes' }, 'Kelp takes.')
      await putComment(tx, 21, post, 'Kelp comment.')
      await putComment(tx, 22, post, 'Kelp removed.', { removedBy: 'author' })
      await putComment(tx, 23, post, 'Kelp retracted.', { retractedAt: T0 })
      await putComment(tx, 24, post, 'Kelp rejected.', { rejectedReason: '' })
      await putComment(tx, 25, post, 'Kelp waiting.', { awaitsReview: true })
      await putComment(tx, 26, post, 'Kelp held.', { message: 'held' })
    })
    expect((await site.find('kelp')).counts).toEqual({ posts: 1, comments: 1, tags: 0, sequences: 0, users: 0 })
    expect(await site.titles('kelp')).toEqual(['Seen'])
    expect(await site.titles('kelp', { kind: 'comments' })).toEqual(['Kelp comment.'])

    await site.write((tx) => putComment(tx, 21, post, 'Nothing.', { bodyVersion: 2 }).then(() => undefined))
    expect(await site.titles('kelp', { kind: 'comments' })).toEqual([])
    await site.write((tx) => putComment(tx, 21, post, 'Kelp again.', { bodyVersion: 3 }).then(() => undefined))
    await site.write((tx) => tx.put(posts, { ...post, status: 'draft' }))
    expect((await site.find('kelp')).counts).toEqual({ posts: 0, comments: 0, tags: 0, sequences: 0, users: 0 })
    await site.write((tx) => tx.put(posts, post))
    expect((await site.find('kelp')).counts).toEqual({ posts: 1, comments: 1, tags: 0, sequences: 0, users: 0 })
    await site.write((tx) => tx.put(posts, { ...post, rejectedReason: 'no' }))
    expect((await site.find('kelp')).counts).toEqual({ posts: 0, comments: 0, tags: 0, sequences: 0, users: 0 })
    await site.write((tx) => tx.put(posts, post))
    expect((await site.find('kelp')).counts).toEqual({ posts: 1, comments: 1, tags: 0, sequences: 0, users: 0 })
    await site.write((tx) => putKarma(tx, 'post', post.id, post.id, -1))
    expect((await site.find('kelp')).counts).toMatchObject({ posts: 0, comments: 1 })
    await site.write((tx) => tx.delete(posts, post.id))
    expect((await site.find('kelp')).counts).toEqual({ posts: 0, comments: 0, tags: 0, sequences: 0, users: 0 })
    await site.close()
  })

  test('shows nothing that has been taken back while the index has not heard of it yet', async () => {
    const site = await aSite(place)
    let post = aPost()
    await site.write(async (tx) => {
      post = await putPost(tx, 1, { title: 'Seen' }, 'Public kelp.')
      await putComment(tx, 21, post, 'Kelp comment.')
    })
    const found = { ids: [post.id], count: 1 }
    const late = {
      find: async () => ({ found: [found, { ids: [], count: 0 }, { ids: [], count: 0 }, { ids: [], count: 0 }], isWhole: true }),
    }
    await site.write((tx) => tx.put(posts, { ...post, status: 'draft' }))
    const asked = parseSearchParams(new URLSearchParams({ query: 'kelp' }))
    const results = await site.store().read((read) => searchResults(permittedRead(read, visitor, policies), late, asked, T0))
    expect(results).toMatchObject({ hits: [], counts: { posts: 0 } })
    await site.close()
  })

  test('people that change their name are found under the new one, with all they wrote', async () => {
    const site = await aSite(place)
    await site.write(async (tx) => {
      const post = await putPost(tx, 1, { title: 'Seen' }, 'Public kelp.')
      await putComment(tx, 21, post, 'Kelp comment.')
    })
    await site.write(async (tx) => {
      await tx.put(members, { ...ada, displayName: 'Grace Example' })
      await tx.put(members, { ...bo, displayName: 'Linus Example' })
    })
    expect(await site.titles('kelp user:"Grace Example"')).toEqual(['Seen'])
    expect(await site.titles('kelp user:"Ada Example"')).toEqual([])
    expect(await site.titles('linus', { kind: 'comments' })).toEqual(['Kelp comment.'])
    await site.write((tx) => tx.put(members, { ...ada, isDeactivated: true }))
    expect((await site.find('example', { kind: 'users' })).counts).toMatchObject({ users: 1 })
    await site.close()
  })

  test('goes on where it stopped, and is made anew when it cannot', async () => {
    const site = await aSite(place)
    await site.write((tx) => putPost(tx, 1, { title: 'First' }, 'Public kelp.').then(() => undefined))
    await site.stop()
    await site.store().write(({ tx }) => putPost(tx, 2, { title: 'Second' }, 'Public kelp.').then(() => undefined))
    await site.restart()
    expect(await site.titles('kelp', { sort: 'oldest_first' })).toEqual(['First', 'Second'])
    await site.stop()
    await site.store().write(({ tx }) => tx.delete(posts, idOf(1)))
    await site.store().renewEpoch()
    await site.restart()
    expect(await site.titles('kelp')).toEqual(['Second'])
    await site.close()
  })

  test('pages hold ten each, and hostile queries are answered like any other', async () => {
    const site = await aSite(place)
    await site.write(async (tx) => {
      for (let n = 1; n <= 23; n += 1) await putPost(tx, n, {}, 'Public kelp.')
    })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => site.titles('kelp', { page, sort: 'oldest_first' })))
    expect(pages.map((page) => page.length)).toEqual([10, 10, 3, 0])
    expect(new Set(pages.flat()).size).toBe(23)
    const hostile = [
      '('.repeat(10_000),
      '"'.repeat(9_999),
      '* '.repeat(3_000),
      'a '.repeat(1_000),
      'k* OR p*',
      "kelp') --",
      '\u0000kelp',
      'NEAR(',
      '-'.repeat(5_000),
      'user:"',
      'tag:',
      '検'.repeat(5_000),
      '\\',
      ':*',
      "''",
    ]
    for (const query of hostile) expect((await site.find(query)).hits.length).toBeLessThanOrEqual(10)
    expect((await site.quick('kel')).hits.length).toBe(4)
    // Where members alone are asked for, by their name or user name, no text is an answer.
    expect((await site.quick('kel', 'users')).hits).toEqual([])
    expect((await site.quick('ada exa', 'users')).hits).toMatchObject([{ kind: 'users', id: ada.id }])
    expect((await site.quick('bo', 'users')).hits).toMatchObject([{ kind: 'users', id: bo.id }])
    await site.close()
  })

  test('karma that moves changes the order', async () => {
    const site = await aSite(place)
    await site.write(async (tx) => {
      const post = await putPost(tx, 1, {}, 'Nothing.')
      await putComment(tx, 21, post, 'Kelp one.')
      await putComment(tx, 22, post, 'Kelp two.')
      await putKarma(tx, 'comment', idOf(21), post.id, 1)
      await putKarma(tx, 'comment', idOf(22), post.id, 5)
      await tx.put(karmaStats, { id: bo.id, karma: 3, postCount: 0, commentCount: 2 })
    })
    expect(await site.titles('kelp', { kind: 'comments', sort: 'karma' })).toEqual(['Kelp two.', 'Kelp one.'])
    await site.write((tx) => putKarma(tx, 'comment', idOf(21), idOf(1), 9))
    expect(await site.titles('kelp', { kind: 'comments', sort: 'karma' })).toEqual(['Kelp one.', 'Kelp two.'])
    await site.write(async (tx) => {
      await putPost(tx, 2, { title: 'Dulse one' }, 'Sea.', 5)
      await putPost(tx, 3, { title: 'Dulse two' }, 'Sea.', 1)
    })
    expect(await site.titles('dulse', { sort: 'karma' })).toEqual(['Dulse one', 'Dulse two'])
    await site.write((tx) => putKarma(tx, 'post', idOf(3), idOf(3), 9))
    expect(await site.titles('dulse', { sort: 'karma' })).toEqual(['Dulse two', 'Dulse one'])
    await site.write((tx) => putKarma(tx, 'post', idOf(3), idOf(3), -1))
    expect(await site.titles('dulse')).toEqual(['Dulse one'])
    await site.write((tx) => putKarma(tx, 'post', idOf(3), idOf(3), 2))
    expect(await site.titles('dulse', { sort: 'karma' })).toEqual(['Dulse one', 'Dulse two'])
    await site.close()
  })
})
