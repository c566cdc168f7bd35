/**
 * A post and its discussion by plain forms alone, in the order in which it happens: each step
 * stands on those before it.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import { commentOn, hash, place, says } from './testing/answers.ts'
import { formsOf } from './testing/client.ts'
import { attributeOf, byId, elementsOf, textOf } from './testing/html.ts'
import { linkIn, mailTo, signUp } from './testing/newcomers.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let author: Client
let other: Client
const essay = [
  'An opening line with *stress*, **weight**, `code` and a [link](https://example.org/a?b=c&d=e).',
  '## A heading',
  'A note.[^1] And maths: $a^2 + b^2 = c^2$.',
  '> Quoted words.',
  '- one\n- two\n  - deeper',
  '| left | right |\n| :--- | ---: |\n| a | 1 |',
  '```js\nconst answer = 42 // <not markup>\n```',
  '### A smaller heading',
  'Last words, with an é, a 漢字 and an 🦊.',
  '[^1]: What the note says.',
].join('\n\n')

beforeAll(async () => {
  author = site.visitor()
  other = site.visitor()
  place(await signUp(author, 'Wilhelmina'))
  const mail = await mailTo(site, 'wilhelmina@mail.test', /confirm/u)
  place(await author.submit(await author.get(linkIn(site, mail, '/emailToken/')), 'accounts.useToken', {}))
  place(await signUp(other, 'Konstantin'))
})

let postPlace = ''
let postId = ''
let commentId = ''
let replyId = ''

describe('a post', () => {
  test('its preview shows the text and stores nothing', async () => {
    const before = site.digest(['posts', 'revisions'])
    const answer = await author.submit(await author.get('/newPost'), 'posts.publish', {
      title: 'On harbours',
      markdown: essay,
      action: 'preview',
    })
    expect(answer.status).toBe(200)
    expect(elementsOf(answer.html(), 'h2').some((heading) => textOf(heading).includes('A heading'))).toBe(true)
    expect(formsOf(answer.html(), 'posts.publish')[0]?.fields['markdown']).toBe(essay)
    expect(site.digest(['posts', 'revisions'])).toBe(before)
  })

  test('it is published, and everybody finds it on the lists at once', async () => {
    // Both are in the cache before.
    await site.visitor().get('/allPosts')
    await site.visitor().get('/feed.xml')
    const answer = await author.submit(await author.get('/newPost'), 'posts.publish', {
      title: 'On harbours',
      markdown: essay,
      tags: 'Ships, Waiting',
      submitToFrontpage: 'on',
    })
    postPlace = place(answer)
    postId = postPlace.split('/')[2] ?? ''
    const page = await site.visitor().get(postPlace)
    expect(page.status).toBe(200)
    const text = byId(page.html(), 'text')
    expect(text).toBeDefined()
    const names = new Set(elementsOf(text ?? page.html()).map((element) => element.name))
    for (const name of ['em', 'strong', 'code', 'a', 'h2', 'h3', 'blockquote', 'ul', 'table', 'pre', 'math'])
      expect([...names], name).toContain(name)
    expect(says(page.html(), '漢字 and an 🦊'), '漢字 and an 🦊').toBe(true)
    expect(elementsOf(page.html(), 'a').map((link) => attributeOf(link, 'href'))).toContain('https://example.org/a?b=c&d=e')
    expect((await site.visitor().get('/allPosts')).text.includes('On harbours'), 'On harbours').toBe(true)
    expect((await site.visitor().get('/users/wilhelmina')).text.includes('On harbours'), 'On harbours').toBe(true)
    expect((await site.visitor().get('/allPosts?tag=ships&timeframe=allTime')).text.includes('On harbours'), 'On harbours').toBe(true)
    // A feed takes what is new at once as well; ranked lists may take ten seconds.
    expect((await site.visitor().get('/feed.xml')).status).toBe(200)
  })

  test('sent twice at once, it is one post', async () => {
    const page = await author.get('/newPost')
    const typed = { title: 'Twice', markdown: 'The same words.' }
    const places = await Promise.all([1, 2, 3].map(async () => place(await author.submit(page, 'posts.publish', typed))))
    expect(new Set(places).size).toBe(1)
    expect(site.table('posts').filter((row) => row['title'] === 'Twice')).toHaveLength(1)
  })

  test('an uploaded file with front matter is published with its title, date, language and tags', async () => {
    const text =
      '---\ntitle: Vom Warten\ndate: 1912-06-01\nlang: de\ntags: [Häfen, Warten]\n---\n\nEin Satz aus der Datei.\n\n## Zwischentitel\n\nNoch einer.\n'
    const empty = { postId: '', title: '', markdown: '', lang: '', tags: '', kind: 'post', linkUrl: '', writtenOn: '', from: '/newPost' }
    const answer = await author.postFile('posts.publish', empty, { name: 'warten.md', text })
    const page = (await site.visitor().get(place(answer))).html()
    expect(says(elementsOf(page, 'h1')[0] ?? page, 'Vom Warten'), 'Vom Warten').toBe(true)
    expect(attributeOf(byId(page, 'text'), 'lang')).toBe('de')
    expect(says(page, 'Ein Satz aus der Datei.'), 'Ein Satz aus der Datei.').toBe(true)
    expect(says(page, '1912')).toBe(true)
  })
})

describe('its discussion', () => {
  test('another member comments, and it stands on the page of all', async () => {
    const page = await other.get(postPlace)
    const answer = await other.submit(
      page,
      'comments.post',
      { markdown: 'A first inline comment, with *stress*.' },
      ({ parentId }) => parentId === '',
    )
    commentId = hash(place(answer))
    const shown = commentOn((await site.visitor().get(postPlace)).html(), commentId)
    expect(says(shown, 'A first inline comment, with stress.'), 'A first inline comment, with stress.').toBe(true)
    expect(says(shown, 'Konstantin'), 'Konstantin').toBe(true)
  })

  test('the author replies by the permalink, and the reply stands within', async () => {
    const page = await author.get(`${postPlace}?commentId=${commentId}`)
    const answer = await author.submit(page, 'comments.post', { markdown: 'An answer.' }, ({ parentId }) => parentId === commentId)
    replyId = hash(place(answer))
    const shown = commentOn((await site.visitor().get(postPlace)).html(), commentId)
    expect(byId(shown, replyId)).toBeDefined()
    expect((await site.visitor().get(postPlace)).text.includes('2 comments'), '2 comments').toBe(true)
  })

  test('a comment sent twice at once is one comment', async () => {
    // Somebody else: one member's comments keep a pause of some seconds.
    const third = await site.member('oskar')
    const page = await third.get(postPlace)
    const places = await Promise.all(
      [1, 2, 3].map(async () => place(await third.submit(page, 'comments.post', { markdown: 'Once.' }, ({ parentId }) => parentId === ''))),
    )
    expect(new Set(places).size).toBe(1)
    const id = hash(places[0] ?? '')
    place(await third.submit(await third.get(`/editComment?commentId=${id}`), 'comments.remove', { reason: '' }))
  })

  test('it is edited, and an edit from an older state is told so and keeps what was typed', async () => {
    const page = await other.get(`/editComment?commentId=${commentId}`)
    place(await other.submit(page, 'comments.edit', { markdown: 'A second thought.' }))
    expect(says(commentOn((await site.visitor().get(postPlace)).html(), commentId), 'A second thought.'), 'A second thought.').toBe(true)
    const late = await other.submit(page, 'comments.edit', { markdown: 'A third thought, from the old page.' })
    expect(late.status).toBe(409)
    expect(formsOf(late.html(), 'comments.edit')[0]?.fields['markdown']).toBe('A third thought, from the old page.')
    expect(says(commentOn((await site.visitor().get(postPlace)).html(), commentId), 'A second thought.'), 'A second thought.').toBe(true)
  })

  test('its author cannot remove what was answered, a moderator can, and gives a reason that all see', async () => {
    const own = await other.get(`/editComment?commentId=${commentId}`)
    expect(formsOf(own.html(), 'comments.remove')).toHaveLength(0)
    const refused = await other.postForm('comments.remove', { commentId, reason: '', from: `/editComment?commentId=${commentId}` })
    expect(refused.status).toBe(403)
    const moderator = await site.member('teo')
    place(
      await moderator.submit(await moderator.get(`/editComment?commentId=${commentId}`), 'comments.remove', { reason: 'Off the point' }),
    )
    const page = (await site.visitor().get(postPlace)).html()
    expect(says(page, 'Off the point'), 'Off the point').toBe(true)
    expect(says(page, 'A second thought.'), 'A second thought.').toBe(false)
    expect(byId(page, replyId)).toBeDefined()
    place(await moderator.submit(await moderator.get(`/editComment?commentId=${commentId}`), 'comments.restore', {}))
    expect(says((await site.visitor().get(postPlace)).html(), 'A second thought.'), 'A second thought.').toBe(true)
  })

  test('votes on both axes count on the page and in karma, change, and are taken back', async () => {
    const karmaBefore = karmaOf('wilhelmina')
    const vote = async (value: string) => other.postForm('votes.set', { vote: value, from: postPlace })
    const first = place(await vote(`post:${postId}:approval:1`))
    expect(first).toBe(`/vote?target=${postId}`)
    const page = (await other.get(first)).html()
    expect(
      elementsOf(page, 'button')
        .filter((button) => attributeOf(button, 'aria-pressed') === 'true')
        .map(textOf),
    ).toContain('Up')
    place(await vote(`post:${postId}:agreement:-1`))
    expect(karmaOf('wilhelmina')).toBe(karmaBefore + 1)
    const [own] = votesOf(postId, 'approval')
    // Authors approve of their own posts from the start.
    expect(own).toBeDefined()
    expect(JSON.parse((await other.get(`/api/me?thread=${postId}`)).text)).toMatchObject({
      votes: expect.arrayContaining([
        [postId, 'approval', 1],
        [postId, 'agreement', -1],
      ]) as unknown,
    })
    place(await vote(`post:${postId}:approval:-1`))
    expect(karmaOf('wilhelmina')).toBe(karmaBefore - 1)
    place(await vote(`post:${postId}:approval:0`))
    expect(karmaOf('wilhelmina')).toBe(karmaBefore)
    expect(votesOf(postId, 'approval').filter((row) => row['userId'] === memberId('konstantin') && row['value'] !== 0)).toEqual([])
    place(await vote(`comment:${replyId}:approval:2`))
    expect(karmaOf('wilhelmina')).toBe(karmaBefore + 1)
  })

  test('a reaction is given by a button that sends itself, counted on the page that it leads to, and taken back there', async () => {
    // A newcomer has too little karma to react.
    const member = await site.member('teo')
    const comment = `comment:${commentId}`
    const button = elementsOf((await member.get(postPlace)).html(), 'button').find((each) =>
      attributeOf(each, 'value')?.startsWith(`${comment}:`),
    )
    expect(button).toBeDefined()
    const react = (value: string) => member.postForm('reactions.set', { react: value, from: postPlace })
    const led = place(await react(`${comment}:laugh:1`))
    expect(led).toBe(`/react?target=${commentId}`)
    const counts = async () => elementsOf((await member.get(led)).html(), 'b').map((each) => textOf(each).replaceAll(/\s+/gu, ' ').trim())
    expect(await counts()).toContainEqual(expect.stringMatching(/Laugh 1$/u))
    expect(says((await site.visitor().get('/allCommentsWithReacts')).html(), 'On harbours'), 'On harbours').toBe(true)
    place(await react(`${comment}:laugh:0`))
    expect(await counts()).not.toContainEqual(expect.stringMatching(/Laugh/u))
  })

  test('the member pages of both tell what they did', async () => {
    const page = (await site.visitor().get('/users/konstantin')).html()
    expect([says(page, 'A second thought.'), says(page, 'On harbours')]).toEqual([true, true])
  })
})

describe('a post goes on', () => {
  test('a new text is published under the same address, and the old one can still be read', async () => {
    const page = await author.get(`/editPost?postId=${postId}`)
    expect(formsOf(page.html(), 'posts.publish')[0]?.fields['title']).toBe('On harbours')
    expect(
      place(
        await author.submit(page, 'posts.publish', {
          markdown: `${formsOf(page.html(), 'posts.publish')[0]?.fields['markdown'] ?? ''}\n\nOne more paragraph.`,
        }),
      ),
    ).toBe(postPlace)
    const shown = (await site.visitor().get(postPlace)).html()
    expect(says(shown, 'One more paragraph.')).toBe(true)
    expect(says((await site.visitor().get(`${postPlace}?revision=1.0.0`)).html(), 'One more paragraph.'), 'One more paragraph.').toBe(false)
  })

  test('what the form gives back of an essay is what was typed in it: nothing gets lost by editing', async () => {
    const again = formsOf((await author.get(`/editPost?postId=${postId}`)).html(), 'posts.publish')[0]?.fields['markdown'] ?? ''
    const before = byId((await site.visitor().get(postPlace)).html(), 'text')
    place(await author.submit(await author.get(`/editPost?postId=${postId}`), 'posts.publish', { markdown: again }))
    expect(textOf(byId((await site.visitor().get(postPlace)).html(), 'text') ?? { name: '', attributes: new Map(), children: [] })).toBe(
      textOf(before ?? { name: '', attributes: new Map(), children: [] }),
    )
  })

  test('others find no way to edit it', async () => {
    expect([401, 403]).toContain((await other.get(`/editPost?postId=${postId}`)).status)
    const before = site.digest(['posts', 'revisions'])
    const answer = await other.postForm('posts.publish', {
      postId,
      title: 'Mine now',
      markdown: 'x',
      lang: 'en',
      kind: 'post',
      from: '/newPost',
    })
    expect(answer.status).toBe(403)
    expect(site.digest(['posts', 'revisions'])).toBe(before)
  })

  test('taken back, it is gone for all but its author', async () => {
    place(await author.submit(await author.get(`/editPost?postId=${postId}`), 'posts.unpublish', {}))
    for (const who of [site.visitor(), other]) {
      const answer = await who.get(postPlace)
      expect(answer.status).toBe(404)
      expect(answer.text.includes('An opening line')).toBe(false)
      expect(answer.text.includes('This post was moved back to drafts.'), 'what became of it').toBe(true)
      expect(answer.text.includes('On harbours')).toBe(false)
    }
    const own = await author.get(postPlace)
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(says(own.html(), 'One more paragraph.'), 'One more paragraph.').toBe(true)
    expect((await author.get('/drafts')).text.includes('On harbours'), 'On harbours').toBe(true)
    for (const list of [
      '/allPosts',
      '/users/wilhelmina',
      '/users/konstantin',
      '/sitemap-posts-1.xml',
      '/feed.xml',
      '/allPosts?tag=ships&timeframe=allTime',
    ]) {
      expect((await site.visitor().get(list)).text.includes('On harbours'), list).toBe(false)
    }
  })

  test('published again, its comments are there again; archived, it is gone for good', async () => {
    expect(place(await author.submit(await author.get(`/editPost?postId=${postId}`), 'posts.publish', {}))).toBe(postPlace)
    expect(byId((await site.visitor().get(postPlace)).html(), commentId)).toBeDefined()
    place(await author.submit(await author.get(`/editPost?postId=${postId}`), 'posts.unpublish', {}))
    place(await author.submit(await author.get(`/editPost?postId=${postId}`), 'posts.archive', {}))
    expect((await site.visitor().get(postPlace)).status).toBe(410)
  })
})

test('nothing of all this was an error to the server', () => {
  expect(site.errors()).toEqual([])
})

function memberId(slug: string): string {
  return String(site.table('members').find((row) => row['slug'] === slug)?.['id'])
}

function karmaOf(slug: string): number {
  return Number(site.table('standings').find((row) => row['id'] === memberId(slug))?.['karma'] ?? 0)
}

function votesOf(targetId: string, axis: string) {
  return site.table('votes').filter((row) => row['targetId'] === targetId && row['axis'] === axis)
}
