import { describe, expect, test } from 'vitest'
import type { OwnFacts } from '#shared/pages/page-data.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { subscriptionId } from '#shared/subscriptions/schema.ts'
import { T0, admin, aMember, aPost, aTag, idOf, member, moderator, someKarmaStats } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const own: OwnFacts = {
  ...{ userId: idOf(100), userName: 'ada', displayName: 'Ada', slug: 'ada', bio: 'Reads <tides>.', email: 'ada@example.org' },
  ...{ emailVerifiedAt: null, karma: 3, sessions: [] },
}
const bea = aMember({ id: idOf(101), displayName: 'Bea <b>', userName: 'bea', userNameKey: 'bea', displayNameKey: 'bea', slug: 'bea' })
const picture = {
  ...{ id: idOf(100), src: links.picture(idOf(7)), width: 1_000, height: 600, crop: { x: 20, y: 0, width: 60 }, changedAt: T0 },
}
const onboarding = (over: object = {}) => ({ id: idOf(100), step: 'profile', startedAt: T0, endedAt: null, termsAcceptedAt: T0, ...over })
const rows = (over: Rows = {}): Rows => ({ members: [aMember(), bea], onboardings: [onboarding()], ...over })
const signedIn = { viewer: member(idOf(100)), own }
const at = async (url: string, given: Rows = rows(), over: object = signedIn) => {
  const answer = await web.render({ url, as: 'html' }, testPageData(given, { now: T0, ...over }))
  return { ...answer, body: answer.body.replaceAll('<!-- -->', '') }
}
const formsIn = (body: string) => [...body.matchAll(/action="\/api\/form\/([^"]+)"/gu)].map((match) => match[1] ?? '')
const valueIn = (body: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`, 'u').exec(body)?.[1] ??
  new RegExp(`<input[^>]*value="([^"]*)"[^>]*name="${name}"`, 'u').exec(body)?.[1]

describe('/welcome', () => {
  test.each([
    ['profile', 'Step 1 of 3', 'accounts.setUpProfile'],
    ['follow', 'Step 2 of 3', 'onboarding.goTo'],
    ['notify', 'Step 3 of 3', 'onboarding.chooseNotices'],
  ])('goes on with the stored step %s, by plain forms, and can be skipped', async (step, word, form) => {
    const { body } = await at('/welcome?returnTo=%2Fdrafts', rows({ onboardings: [onboarding({ step })] }))
    expect(body).toContain(word)
    expect(formsIn(body)).toEqual(expect.arrayContaining([form, 'onboarding.goTo']))
    expect(valueIn(body, 'returnTo')).toBe('/drafts')
    for (const name of ['profile', 'follow', 'notify']) expect(body).toContain(`/welcome?step=${name}&amp;returnTo=%2Fdrafts`)
    expect(body).toContain('Skip setup')
    expect(body.includes('Skip this step')).toBe(step !== 'notify')
  })

  test('an address that names a step shows it, and what is no step is the stored one', async () => {
    expect((await at('/welcome?step=notify')).body).toContain('Step 3 of 3')
    expect((await at('/welcome?step=end')).body).toContain('Step 1 of 3')
  })

  test('once it has ended it says so, and leads on; a member from before there were steps begins with the first', async () => {
    const { body } = await at('/welcome?returnTo=%2Fdrafts', rows({ onboardings: [onboarding({ endedAt: T0 })] }))
    expect(body).toContain('You’re set up')
    expect(body).toMatch(/<a class="btn primary" href="\/drafts"/u)
    expect((await at('/welcome', rows({ onboardings: [] }))).body).toContain('Step 1 of 3')
  })

  test('leads to no other site', async () => {
    const { body } = await at('/welcome?returnTo=%2F%2Fevil.example')
    expect(body).not.toMatch(/href="[^"]*evil/u)
    expect(valueIn(body, 'returnTo')).toBe('/')
  })

  test('what is followed by now can be ended where it was begun', async () => {
    const follow = {
      ...{ id: subscriptionId(idOf(100), 'tag', 'tides'), userId: idOf(100), kind: 'tag', targetId: 'tides', followed: 'tag:tides' },
      ...{ state: 'on', via: null, changedAt: T0 },
    }
    const given = rows({
      onboardings: [onboarding({ step: 'follow' })],
      tags: [aTag({ id: idOf(2), name: 'Tides', slug: 'tides', isCore: true, postCount: 3 })],
      standings: [someKarmaStats({ id: idOf(101), karma: 9, postCount: 2 }), someKarmaStats({ id: idOf(100), karma: 5, postCount: 2 })],
      subscriptions: [follow],
    })
    const { body } = await at('/welcome', given)
    expect(body).toContain('Bea &lt;b&gt;')
    expect(body).toMatch(/<button class="btn" aria-pressed="true">Following/u)
    expect(body).toMatch(/<button class="btn" aria-pressed="false">Follow<span class="sr">: Bea/u)
    // Oneself is not suggested.
    expect(body.match(/aria-pressed=/gu)).toHaveLength(2)
  })

  test('shows nobody else’s words, and no form for a picture to who may not add one', async () => {
    const { body } = await at('/welcome', rows({ profile_pictures: [picture] }), {
      ...signedIn,
      viewer: member(idOf(100), { postingDisabled: true }),
    })
    expect(body).toContain('Reads &lt;tides&gt;.')
    expect(body).not.toContain('name="src"')
    expect((await at('/welcome', rows(), {})).status).toBe(401)
  })
})

describe('a member’s picture', () => {
  test('stands on their page as its square, in the smallest form that is sharp; without one nothing does', async () => {
    const { body } = await at('/users/ada', rows({ profile_pictures: [picture] }), {})
    expect(body).toMatch(/<svg class="square-picture" viewBox="200 0 600 600"/u)
    expect(body).toContain(`src="${links.picture(idOf(7), 480)}"`)
    expect((await at('/users/ada', rows(), {})).body).not.toContain('square-picture')
  })

  test('has its fields and its removal in the account', async () => {
    const { body } = await at('/account?tab=profile', rows({ profile_pictures: [picture] }))
    expect(formsIn(body)).toEqual(expect.arrayContaining(['profilePictures.set', 'profilePictures.remove']))
    expect(['x', 'y', 'width'].map((name) => valueIn(body, name))).toEqual(['20', '0', '60'])
    expect(formsIn((await at('/account?tab=profile')).body)).not.toContain('profilePictures.remove')
  })

  test.each([
    ['a moderator', moderator, true],
    ['an administrator', admin, true],
    ['another member', member(idOf(300)), false],
    ['a visitor', visitor, false],
  ])('%s is offered to remove it: %s', async (_who, viewer, isOffered) => {
    const { body } = await at('/users/ada/edit', rows({ profile_pictures: [picture] }), { viewer })
    expect(formsIn(body).includes('profilePictures.remove')).toBe(isOffered)
  })
})

describe('/account', () => {
  test.each([
    ['bio', '/account?tab=profile#bio'],
    ['email', '/account#email-title'],
    ['picture', '/account?tab=profile#picture-title'],
    ['noEmails', '/notifications?tab=settings#noEmails'],
  ])('?highlightField=%s leads to the setting, which stands there', async (name, place) => {
    expect(await at(`/account?highlightField=${name}`)).toMatchObject({ status: 302, location: place })
    const [url = '', id] = place.split('#')
    expect((await at(url)).body).toContain(`id="${id}"`)
  })

  test('a setting that nobody knows leaves the account as it is', async () => {
    expect(await at('/account?highlightField=%3Cb%3E')).toMatchObject({ status: 200 })
  })

  test('leads back to the first steps until they have ended', async () => {
    expect((await at('/account')).body).toContain('Finish setting up your account')
    expect((await at('/account', rows({ onboardings: [onboarding({ endedAt: T0 })] }))).body).not.toContain('Finish setting up')
  })

  test.each([
    ['posts', 'No posts yet.'],
    ['comments', 'No comments yet.'],
    ['sequences', 'No sequences yet.'],
    ['wikiEdits', 'No wiki edits yet.'],
  ])('the tab %s says when there is nothing', async (tab, words) => {
    expect((await at(`/account?tab=${tab}`)).body).toContain(words)
  })

  test('what one wrote stands in its tab, and the next of it behind “More”', async () => {
    const posts = Array.from({ length: 21 }, (_, n) =>
      aPost({ id: idOf(n + 1), title: `Essay ${n}`, slug: `essay-${n}`, publishedAt: T0 + n, authorId: idOf(100) }),
    )
    const listings = posts.map(({ id }, n) => ({
      ...{ id: `author:${idOf(100)}:${id}`, feed: `author:${idOf(100)}`, postId: id, publishedAt: T0 + n, score: n, baseScore: n },
    }))
    const { body } = await at('/account?tab=posts', rows({ posts, listings }))
    expect(body).toContain('Essay 20')
    expect(body).not.toContain('No posts yet')
    expect(body).toContain('/account?tab=posts&amp;limit=40')
  })
})
