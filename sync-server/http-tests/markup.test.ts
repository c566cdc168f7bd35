/**
 * Whatever is typed comes out as text: on no page is there an element, an attribute or an address
 * that the typing made.
 */
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Answer, Client } from './testing/client.ts'
import type { HtmlElement } from './testing/html.ts'
import { attributeOf, elementsOf, parseHtml, textOf } from './testing/html.ts'
import { hostileMarkdown, hostileStrings } from './testing/hostile-strings.ts'
import { siteForTests } from './testing/site-for-tests.ts'
import { publishedPosts } from './testing/seeded-posts.ts'

const site = siteForTests()
let staff: Client
const all = [...hostileStrings, ...hostileMarkdown]

beforeAll(async () => {
  // Staff write without pauses, and give reasons for removals.
  staff = await site.member('teo')
})

/** Elements and attributes that pages of the product are made of. */
const ownElements = new Set(
  (
    'html head meta title link script body svg defs symbol path circle rect line text g use div a header span button details summary p form input label select option optgroup textarea fieldset legend main article section nav aside footer ' +
    'h1 h2 h3 h4 h5 h6 ul ol li dl dt dd time em strong s code pre blockquote table thead tbody tr th td hr br sup sub b i small bdi figure figcaption img math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded menclose mphantom merror kbd abbr noscript output'
  ).split(' '),
)
const urlAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'srcset',
  'poster',
  'data',
  'ping',
  'cite',
  'background',
  'xlink:href',
  'manifest',
])

/** What is wrong with this page, one line each. */
function faultsOf(answer: Answer): readonly string[] {
  const { root, faults } = parseHtml(answer.text)
  const found: string[] = [...faults]
  for (const element of elementsOf(root)) {
    if (!ownElements.has(element.name)) found.push(`<${element.name}>`)
    for (const [name, value] of element.attributes) {
      if (
        name.startsWith('on') ||
        ['style', 'srcdoc', 'http-equiv', 'ping', 'srcset', 'contenteditable', 'nonce', 'is', 'slot'].includes(name) ||
        // Only the first field that was refused has the focus.
        (name === 'autofocus' && attributeOf(element, 'aria-invalid') !== 'true') ||
        // The menu of places is the one popover that pages open without a script.
        (name === 'popovertarget' && value !== 'site')
      )
        found.push(`<${element.name} ${name}>`)
      if (!/^[a-z][a-z\d-]*(:[a-z]+)?$/iu.test(name)) found.push(`<${element.name} ${JSON.stringify(name)}>`)
      if (urlAttributes.has(name) && !isHarmless(value, element)) found.push(`<${element.name} ${name}="${value}">`)
    }
  }
  const scripts = elementsOf(root, 'script')
  const inline = scripts.filter((script) => attributeOf(script, 'src') === null)
  for (const script of inline) {
    const text = textOf(script)
    const type = attributeOf(script, 'type')
    if (type === 'application/json' || type === 'application/ld+json') JSON.parse(text)
    // The site's two constant scripts: the policy names each by its hash, and nothing else runs.
    else if (type !== null || !isNamed(text, answer)) found.push(`a script: ${text.slice(0, 80)}`)
  }
  return found.map((fault) => `${answer.path}: ${fault}`)
}

function isNamed(script: string, { headers }: Answer): boolean {
  const policy = String(headers['content-security-policy'])
  const names = policy.match(/script-src [^;]*/u)?.[0].match(/'sha256-[^']+'/gu) ?? []
  return names.length === 2 && names.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

/**
 * Readers may be led elsewhere by a link they press, never by what a page loads or where a form
 * goes.
 */
function isHarmless(value: string, element: HtmlElement): boolean {
  if (value.startsWith('#') || (value.startsWith('/') && !/^\/[/\\]/u.test(value))) return true
  const url = URL.parse(value, 'http://relative.invalid/')
  if (url === null) return false
  if (element.name === 'a') return ['http:', 'https:', 'mailto:'].includes(url.protocol)
  return (
    url.origin === site.origin ||
    (url.protocol === 'data:' && element.name === 'img' && /^data:image\/(png|jpeg|gif|webp|avif);/u.test(value))
  )
}

async function placeOf(sent: Promise<Answer>): Promise<string | null> {
  const answer = await sent
  expect([303, 400, 409, 413, 429], answer.text.slice(0, 200)).toContain(answer.status)
  // A refused form comes back with what was typed in it: that page is looked at as well.
  expect(faultsOf(answer)).toEqual([])
  return answer.location
}

async function expectClean(paths: readonly string[], who: Client = site.visitor()): Promise<void> {
  const faults: string[] = []
  for (const path of paths) {
    const answer = await who.open(path)
    expect(answer.status, path).toBeLessThan(500)
    faults.push(...faultsOf(answer))
  }
  expect(faults.slice(0, 20)).toEqual([])
}

const feeds = ['/feed.xml', '/feed.xml?format=atom']

test('titles, tags and bodies of posts', async () => {
  const places: string[] = []
  for (let at = 0; at < all.length; at += 4) {
    const four = all.slice(at, at + 4)
    const title = four
      .map((text) => text.replace(/\s+/gu, ' '))
      .join(' ')
      .slice(0, 490)
    const tags = four.map((text) => text.replace(/[,\s]+/gu, ' ').slice(0, 50)).join(',')
    const fields = {
      postId: '',
      title,
      markdown: four.join('\n\nBetween.\n\n'),
      lang: 'en',
      tags,
      kind: 'post',
      submitToFrontpage: 'on',
      from: '/newPost',
    }
    const shown = await staff.postForm('posts.publish', { ...fields, action: 'preview' })
    expect(faultsOf(shown)).toEqual([])
    const place = await placeOf(staff.postForm('posts.publish', fields))
    if (place !== null) places.push(place)
  }
  expect(places.length).toBeGreaterThan(20)
  const tagLinks = new Set<string>()
  for (const place of places) {
    const answer = await site.visitor().get(place)
    expect(faultsOf(answer)).toEqual([])
    for (const link of elementsOf(answer.html(), 'a'))
      if (attributeOf(link, 'href')?.startsWith('/allPosts?tag=') === true) tagLinks.add(attributeOf(link, 'href') ?? '')
    const preview = await site.visitor().get(`/api/preview?url=${encodeURIComponent(place)}`)
    expect([preview.status, preview.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  }
  await expectClean([
    '/?limit=200',
    '/?sort=latest&limit=200',
    '/allPosts?limit=100',
    '/allPosts?timeframe=allTime&limit=200',
    '/users/teo-marchetti?limit=200',
    ...[...tagLinks].slice(0, 20),
  ])
  await expectClean([...places.slice(0, 10).map((place) => `/editPost?postId=${place.split('/')[2] ?? ''}`), '/drafts', '/newPost'], staff)
  for (const path of feeds) {
    const answer = await site.visitor().get(path)
    const { text } = answer
    expect(text).not.toMatch(/<(script|img|iframe|svg|style)\b/iu)
    // What a feed reader will unpack is HTML once more, and must be as clean as the pages.
    for (const [, body = ''] of text.matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/gu)) expect(faultsOf({ ...answer, text: body })).toEqual([])
  }
})

test('comments, and the reasons for removing them', async () => {
  const post = publishedPosts(site).find((row) => Number(row['commentCount']) < 20 && row['commentsLocked'] === false)
  const address = `/posts/${String(post?.['id'])}/${String(post?.['slug'])}`
  const ids: string[] = []
  for (let at = 0; at < all.length; at += 6) {
    const place = await placeOf(
      staff.postForm('comments.post', {
        postId: String(post?.['id']),
        parentId: '',
        markdown: all.slice(at, at + 6).join('\n\nBetween.\n\n'),
        from: address,
      }),
    )
    if (place !== null) ids.push(place.split('#')[1] ?? '')
  }
  expect(ids.length).toBeGreaterThan(15)
  await expectClean([address, ...ids.slice(0, 10).map((id) => `${address}?commentId=${id}`), '/users/teo-marchetti'])
  await expectClean(
    ids.slice(0, 10).map((id) => `/editComment?commentId=${id}`),
    staff,
  )
  for (const [at, id] of ids.entries())
    await placeOf(
      staff.postForm('comments.remove', {
        commentId: id,
        reason: all
          .slice(at * 4, at * 4 + 4)
          .join(' ')
          .replace(/\s+/gu, ' ')
          .slice(0, 490),
        from: address,
      }),
    )
  await expectClean([address])
})

test('names, about texts, user names, addresses of links', async () => {
  for (let at = 0; at < all.length; at += 30) {
    await placeOf(
      staff.postForm('accounts.updateProfile', {
        displayName: (all[at] ?? '').replace(/\s+/gu, ' ').slice(0, 60),
        bio: all
          .slice(at, at + 30)
          .join('\n')
          .slice(0, 1_900),
        from: '/account?tab=profile',
      }),
    )
    await expectClean(['/users/teo-marchetti', '/u/teo-marchetti'])
    await expectClean(['/account?tab=profile', '/account'], staff)
  }
  for (const text of all.slice(0, 60)) {
    const answer = await site.visitor().postForm('accounts.signUp', {
      userName: text,
      email: `${text}@mail.test`,
      password: text,
      returnTo: text,
      from: '/login?mode=signUp',
    })
    expect([400, 409, 429]).toContain(answer.status)
    expect(faultsOf(answer)).toEqual([])
    const linked = await staff.postForm('posts.publish', {
      postId: '',
      title: 'A link',
      markdown: '',
      lang: 'en',
      kind: 'linkpost',
      linkUrl: text,
      from: '/newPost',
    })
    expect(linked.status).toBe(400)
    expect(faultsOf(linked)).toEqual([])
  }
})

test('what stands in an address: queries, paths, cookies, and the mutation a visitor carries', async () => {
  const visitor = site.visitor()
  for (const text of hostileStrings) {
    const word = encodeURIComponent(text)
    const faults: string[] = []
    for (const path of [
      `/${word}`,
      `/login?returnTo=/${word}&mode=${word}&notice=${word}`,
      `/allPosts?timeframe=${word}&tag=${word}&after=${word}`,
      `/emailToken/${word}`,
      `/users/${word}`,
      `/posts/${word}/${word}?commentId=${word}`,
    ]) {
      const answer = await visitor.get(path)
      expect(answer.status, path).toBeLessThan(500)
      if (answer.headers['content-type']?.startsWith('text/html') === true && answer.location === null) faults.push(...faultsOf(answer))
    }
    const carried = await visitor.postForm('comments.post', { postId: text, parentId: text, markdown: text, from: '/' })
    faults.push(...faultsOf(carried))
    expect(faults.slice(0, 5)).toEqual([])
  }
})

test('nothing of all this was an error to the server', () => {
  expect(site.errors()).toEqual([])
})
