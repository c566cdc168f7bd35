import { describe, expect, test } from 'vitest'
import type { FormState, OwnFacts } from '#shared/pages/page-data.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { Revision } from '#shared/posts/schema.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { policies } from '#shared/policies.ts'
import { editOf } from '#shared/wiki/edits-of-member.ts'
import { T0, admin, aMember, aPost, aTag, someKarmaStats, idOf, member, moderator, paragraph } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { localPath } from './local-path.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const at = (url: string, data = testPageData({})) => web.render({ url, as: 'html' }, data)
const fieldsOf = (html: string, mutation: string): readonly string[] => {
  const form = new RegExp(`<form[^>]*action="/api/form/${mutation.replace('.', '\\.')}"[^>]*>(.*?)</form>`, 'su').exec(html)?.[1] ?? ''
  return [...form.matchAll(/<(?:input|textarea)[^>]*\sname="([^"]+)"/gu)].map((match) => match[1] ?? '')
}
const own: OwnFacts = {
  userId: idOf(100),
  userName: 'ada',
  displayName: 'Ada',
  slug: 'ada',
  bio: '',
  email: 'ada@example.org',
  emailVerifiedAt: null,
  karma: 3,
  sessions: [
    { id: 's1', label: 'Firefox on Linux', createdAt: T0, lastSeenAt: T0, isCurrent: true },
    { id: 's2', label: 'Safari on a phone', createdAt: T0, lastSeenAt: T0, isCurrent: false },
  ],
}
const signedIn = { viewer: member(idOf(100)), own }

describe('signing in', () => {
  test.each([
    ['/login', 'accounts.signIn', ['login', 'password', 'returnTo', 'from']],
    ['/login?mode=signUp', 'accounts.signUp', ['userName', 'email', 'password', 'returnTo', 'from']],
    ['/login?mode=reset', 'accounts.requestReset', ['email', 'from']],
    ['/resetPassword/abc', 'accounts.resetPassword', ['token', 'password', 'from']],
    ['/emailToken/abc', 'accounts.useToken', ['token', 'from']],
  ])('%s has the form %s with every field, and is kept from search engines', async (url, mutation, fields) => {
    const { body, status } = await at(url)
    expect(status).toBe(200)
    expect(fieldsOf(body, mutation)).toEqual(expect.arrayContaining(fields))
    expect(body).toContain('noindex')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  // OWASP ASVS 6.2.6 and 6.2.7.
  test.each([
    ['/login', ['current-password'], testPageData({})],
    ['/login?mode=signUp', ['new-password'], testPageData({})],
    ['/resetPassword/abc', ['new-password'], testPageData({})],
    ['/account', ['current-password', 'new-password'], testPageData({ members: [aMember()] }, signedIn)],
  ])('%s masks each password that is typed, and managers and pasting do their work', async (url, kinds, data) => {
    const { body } = await at(url, data)
    const fields = (body.match(/<input[^>]*\sname="(?:password|newPassword)"[^>]*>/gu) ?? []).map((field) => field.toLowerCase())
    expect(new Set(fields.map((field) => / autocomplete="([^"]*)"/u.exec(field)?.[1]))).toEqual(new Set(kinds))
    for (const field of fields) {
      expect(field).toContain(' type="password"')
      expect(field).not.toMatch(/ (?:readonly|onpaste|pattern)|maxlength="\d{1,2}"/u)
    }
  })

  test.each([
    ['/resetPassword/abc', 'accounts.resetPassword', 'accounts.requestReset'],
    ['/emailToken/abc', 'accounts.useToken', '/resendVerificationEmail'],
  ])('%s says that its link no longer works before anything is typed, and offers a new one', async (url, mutation, offer) => {
    const { body } = await at(url, testPageData({}, { mailedLink: 'spent' }))
    expect(body).toContain('This link no longer works')
    expect(body).not.toContain(`/api/form/${mutation}`)
    expect(body).toContain(offer)
  })

  test('who is signed in goes on to where they were going', async () => {
    expect(await at('/login?returnTo=%2Fdrafts', testPageData({}, signedIn))).toMatchObject({ status: 302, location: '/drafts' })
  })

  test.each([
    ['/drafts?x=1#y', '/drafts?x=1#y'],
    [null, '/'],
    ['', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\/evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\t/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/a/../../b', '/b'],
  ])('a way back of %j leads to %s', (given, path) => {
    expect(localPath(given)).toBe(path)
  })

  test('a mutation that needs an account is carried by both ways in, and what was written is shown', async () => {
    const continueWith = { mutation: 'comments.post', values: { postId: idOf(1), parentId: '', markdown: 'My "words" </script>' } }
    const form: FormState = { mutation: 'accounts.signIn', values: {}, error: null, continueWith }
    const { body } = await at('/login', testPageData({}, { form }))
    expect(body).toContain('Your comment is kept and will be sent after you sign in.')
    expect(body).toContain('My &quot;words&quot; &lt;/script&gt;')
    for (const mutation of ['accounts.signIn', 'accounts.signUp'])
      expect(fieldsOf(body, mutation)).toEqual(expect.arrayContaining(['continueMutation', 'continueValues']))
    const carried = /name="continueValues" value="([^"]*)"/u.exec(body)?.[1] ?? ''
    expect(JSON.parse(carried.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))).toEqual(
      continueWith.values,
    )
  })

  test('what was refused says why beside its field, keeps the name, and never the password', async () => {
    const form: FormState = {
      mutation: 'accounts.signUp',
      values: { userName: 'Ada' },
      error: { code: 'taken', reason: null, field: 'userName', retryAfterMs: null },
      continueWith: null,
    }
    const { body } = await at('/login', testPageData({}, { form }))
    expect(body).toContain('That name is taken.')
    expect(body).toMatch(
      /id="new-name"[^>]*aria-describedby="[^"]*new-name-error"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="new-name"/u,
    )
    expect(body).toContain('value="Ada"')
    expect(body).not.toMatch(/type="password"[^>]*value=/u)
  })
})

describe('the account', () => {
  test.each([
    ['/account', 'accounts.changePassword', ['password', 'newPassword']],
    ['/account', 'accounts.resendVerification', ['from']],
    ['/account?tab=profile', 'accounts.updateProfile', ['displayName', 'bio']],
    ['/account?tab=settings-profile', 'accounts.updateProfile', ['displayName', 'bio']],
    ['/account?tab=sessions', 'accounts.endSession', ['sessionId', 'from']],
    ['/account?tab=sessions', 'accounts.endOtherSessions', ['from']],
  ])('%s has the form %s', async (url, mutation, fields) => {
    expect(fieldsOf((await at(url, testPageData({ members: [aMember()] }, signedIn))).body, mutation)).toEqual(
      expect.arrayContaining(fields),
    )
  })

  test.each(['/account', '/resendVerificationEmail'])('%s shows a visitor the sign-in form in its place', async (url) => {
    const { status, body } = await at(url)
    expect(status).toBe(401)
    expect(body).toContain(`name="returnTo" value="${url}"`)
  })

  test('a notice is one of ours or none', async () => {
    expect((await at('/account?notice=password-changed', testPageData({}, signedIn))).body).toContain('Password changed.')
    expect((await at('/account?notice=constructor', testPageData({}, signedIn))).body).not.toContain('class="notice"')
  })

  test('signing out is a form', async () => {
    const { body } = await at('/logout', testPageData({}, signedIn))
    expect(body).toContain('action="/api/form/accounts.signOut"')
  })
})

test('/admin/onboarding shows administrators what a new member sees, with nothing in it that can be pressed', async () => {
  const { status, body } = await at('/admin/onboarding', testPageData({}, { viewer: admin }))
  expect(status).toBe(200)
  expect(body.match(/<fieldset[^>]*disabled=""[^>]*inert=""/gu)).toHaveLength(5)
  const preview = body.slice(body.indexOf('<fieldset'), body.lastIndexOf('</fieldset>'))
  expect(preview).toContain('id="new-password"')
  expect(preview).toContain('Check your email.')
  for (const part of ['Save and continue', 'What to follow', 'Save and finish']) expect(preview).toContain(part)
  expect(body).toContain('<a href="/admin">Back to Administration</a>')
  for (const [viewer, refused] of [
    [visitor, 401],
    [member(idOf(300)), 403],
    [moderator, 403],
  ] as const)
    expect((await at('/admin/onboarding', testPageData({}, { viewer }))).status).toBe(refused)
})

describe('a member’s page', () => {
  const bea = aMember({ id: idOf(101), userName: 'bea', userNameKey: 'bea', displayNameKey: 'bea', slug: 'bea-b' })
  const rows = {
    members: [aMember({ displayName: 'Ada <b>', bio: 'I like\n</script> tides, as does @bea.' }), bea],
    standings: [someKarmaStats({ karma: 5, postCount: 1 })],
  }

  test('says who somebody is, safely, also to search engines', async () => {
    const { body } = await at('/users/ada', testPageData(rows))
    expect(body).toContain('Ada &lt;b&gt;')
    expect(body.match(/<script/gu)).toHaveLength(4)
    expect(body).not.toContain('noindex')
    expect(body).toContain('as does <a href="/users/bea-b">@bea</a>')
  })

  test('without karma, or without anything written, it stays out of search engines', async () => {
    expect((await at('/users/ada', testPageData({ members: [aMember()] }))).body).toContain('noindex')
  })

  test.each(['/u/ada', '/user/ada', `/users/${idOf(100)}`])('%s leads to it', async (url) => {
    expect(await at(url, testPageData(rows))).toMatchObject({ status: 308, location: '/users/ada' })
  })

  test('links to their pages elsewhere, as theirs, and gives them no weight', async () => {
    const links = ['https://www.ada.example/tides/', 'https://notes.example']
    const page = async (more: object) =>
      (await at('/users/ada', testPageData({ members: [aMember({ displayName: 'Ada', ...more }), bea] }))).body
    expect(await page({ links })).toContain(
      '<a href="https://www.ada.example/tides/" rel="me nofollow ugc noopener" dir="ltr">ada.example/tides</a><a href="https://notes.example" rel="me',
    )
    for (const none of [{}, { links: [] }]) expect(await page(none)).not.toContain('elsewhere')
  })

  test('shows sixty words of a long biography, and the rest behind “more”; a short one is whole', async () => {
    const words = Array.from({ length: 61 }, (_, n) => `word${n + 1}`)
    const page = async (bio: string) =>
      (await at('/users/ada', testPageData({ members: [aMember({ displayName: 'Ada', bio }), bea] }))).body
    const long = (await page(`${words.slice(0, 59).join(' ')} @bea and more`)).replace(/<!-- -->/gu, '')
    expect(long).toMatch(
      /word59 <a href="\/users\/bea-b">@bea<\/a><\/p><details><summary class="btn quiet">More about Ada<\/summary><p[^>]*>and more<\/p>/u,
    )
    expect(await page(words.slice(0, 60).join(' '))).not.toContain('More about')
    expect(await page('')).not.toContain('class="bio"')
  })

  describe('lists their edits of the wiki', () => {
    const [tides, gone] = [aTag({ id: idOf(700), name: 'Tides', slug: 'tides' }), aTag({ id: idOf(701), name: 'Gone', slug: 'gone' })]
    const version = (n: number, postId: string, changes: Partial<Revision> = {}): Revision => ({
      ...{ id: idOf(n), subjectKind: 'post', subjectId: postId, postId, n: 1, version: '1.0.0', isDraft: false, title: 'Tides' },
      ...{ body: paragraph('Water.'), wordCount: 1, authorId: idOf(100), at: T0, ...changes },
    })
    const next = { n: 2, version: '1.1.0', at: T0 + dayMs, followsId: idOf(800), note: 'Neap tides', added: 12, removed: 3 }
    const texts = [version(800, tides.id), version(801, tides.id, next), version(802, gone.id)]
    const given = {
      ...rows,
      tags: [tides, { ...gone, state: 'deleted' }],
      posts: [aPost({ id: tides.id, kind: 'wiki' }), aPost({ id: gone.id, kind: 'wiki', slug: 'gone', status: 'removed' })],
      revisions: texts,
      wiki_edits: texts.map((text) => editOf(text)),
    }
    const edits = async (from: Rows, path = '/users/ada?tab=all&view=edits') => {
      const data = testPageData(from)
      const { body } = await at(path, { ...data, read: permittedRead(data.read, visitor, policies) })
      return body.replaceAll('<!-- -->', '')
    }

    test('with their number, what changed and the ways there; those of a page that was taken away are not shown', async () => {
      const body = await edits(given)
      expect(body).toContain('2 wiki edits')
      expect(body).toMatch(/aria-current="[^"]*"[^>]*>Wiki edits \(2\)</u)
      expect(body).toContain('Neap tides')
      expect(body).toContain('+12<span class="sr"> characters added')
      for (const href of ['/w/tides', '/w/tides?version=1.1.0', '/compare/w/tides?before=1.0.0&amp;after=1.1.0'])
        expect(body).toContain(`href="${href}"`)
      expect(body.indexOf('edited')).toBeLessThan(body.indexOf('created the page'))
      expect(body).not.toContain('Gone')
    })

    test('among everything else; where there are none it says so; a page at a time, and of many that there are more', async () => {
      expect(await edits(given, '/users/ada?tab=all')).toContain('Neap tides')
      const none = await edits(rows)
      expect(none).toContain('hasn’t edited the wiki yet')
      expect(none).not.toContain('wiki edits ·')
      const many = Array.from({ length: 101 }, (_, n) => version(1_000 + n, tides.id, { n: n + 1, at: T0 + n }))
      const body = await edits({ ...given, revisions: many, wiki_edits: many.map((text) => editOf(text)) })
      expect(body).toContain('100+ wiki edits')
      expect(body).toContain('Wiki edits (100+)')
      expect(body.match(/created the page <time/gu)).toHaveLength(20)
      expect(body).toContain('href="/users/ada?tab=all&amp;view=edits&amp;limit=40"')
    })
  })

  test('nobody there is a 404', async () => {
    expect(await at('/users/nobody', testPageData(rows))).toMatchObject({ status: 404 })
  })
})

describe('keys for programs', () => {
  const keys = [{ id: 'k1', name: 'Reader', scopes: ['read'], createdAt: T0, expiresAt: T0 + dayMs, lastUsedOn: null }]
  const tab = (form: FormState | null) => at('/account?tab=keys', testPageData({}, { ...signedIn, own: { ...own, keys }, form }))

  test('the tab lists them with their ends, and has both forms', async () => {
    const { body } = await tab(null)
    expect(body).toContain('never used')
    expect(body).toContain('aria-label="Revoke Reader"')
    expect(fieldsOf(body, 'api.endKey')).toEqual(['keyId', 'from'])
    expect(fieldsOf(body, 'api.makeKey')).toEqual(['from', 'name', 'read', 'draft', 'comment', 'vote', 'endsOn', 'password'])
    expect(body).not.toContain('Your new key')
  })

  test('a new key is shown in the answer to its form, and the form is empty for the next', async () => {
    const { body } = await tab({
      mutation: 'api.makeKey',
      values: { name: 'Robot', madeKey: 'lyceum_key_abc' },
      error: null,
      continueWith: null,
    })
    expect(body).toContain('Your new key')
    expect(body).toMatch(/<input[^>]*readOnly=""[^>]*value="lyceum_key_abc"/u)
    expect(body).not.toContain('value="Robot"')
  })

  test('a refused one keeps what was typed and says why', async () => {
    const error = { code: 'taken', reason: null, field: 'name', retryAfterMs: null } as const
    const { body } = await tab({ mutation: 'api.makeKey', values: { name: 'Reader', draft: 'on' }, error, continueWith: null })
    expect(body).toContain('You already have a key with that name.')
    expect(body).toContain('value="Reader"')
  })
})

describe('what moderators have taken', () => {
  const limit = { intervalLength: 1, intervalUnit: 'days', actionsPerInterval: 3, byId: idOf(900), at: T0, reason: 'Slow down.' } as const

  test('stands on a member’s own account page, with why and until when', async () => {
    const rows = {
      members: [aMember({ votingDisabled: true, messagingDisabled: true })],
      user_rate_limits: [{ ...limit, id: idOf(50), userId: idOf(100), type: 'allComments', endsAt: T0 + 40 * dayMs }],
    }
    const { body } = await at('/account', testPageData(rows, signedIn))
    const words = body.replace(/<!-- -->/gu, '')
    expect(words).toContain('A moderator has turned off: Sending messages, Voting.')
    expect(words).toMatch(/At most 3 comments a day until [^.]*2026\. Reason: Slow down\./u)
    expect((await at('/account', testPageData({ members: [aMember()] }, signedIn))).body).not.toContain('turned off')
  })

  test.each([
    [40 * dayMs, /Suspended until [^.]*2026\. Reason: Spam\./u],
    [1_000 * 31_557_600_000, /Suspended for good\. Reason: Spam\./u],
  ])(
    'a ban of %i ms stands on their page for everybody, and where a sign-in leads, without what the staff wrote for each other',
    async (forMs, words) => {
      const ban = {
        id: 'a',
        userId: idOf(100),
        at: T0,
        until: T0 + forMs,
        endsAt: T0 + forMs,
        byUserId: idOf(900),
        liftedAt: null,
        liftedById: null,
      }
      const rows = { members: [aMember()], bans: [{ ...ban, publicReason: 'Spam.', privateNote: 'canary' }] }
      for (const path of ['/users/ada', '/banNotice?user=ada']) {
        const { body } = await at(path, testPageData(rows))
        expect(body.replace(/<!-- -->/gu, ''), path).toMatch(words)
        expect(body, path).not.toContain('canary')
      }
      const ended = await at('/banNotice?user=ada', testPageData({ ...rows, bans: rows.bans.map((one) => ({ ...one, endsAt: T0 - 1 })) }))
      expect(ended).toMatchObject({ location: '/login' })
    },
  )
})
