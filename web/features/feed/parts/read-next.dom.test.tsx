import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { idOf } from '#shared/testing/factories.ts'
import { marks } from '../../../data/marks.ts'
import { asMember, asVisitor } from '../../../testing/device.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import type { NextPost } from './next-posts.tsx'
import ReadNext from '../shows/read-next.tsx'

const near = (n: number): NextPost & { readonly minutes: number } => ({
  ...{ id: idOf(n), title: `Near ${n}`, href: `/posts/${idOf(n)}/near`, lang: 'en', by: 'Ada', minutes: 4 },
})
const six = [11, 12, 13, 14, 15, 16].map(near)

const row = (n: number) => ({ id: idOf(n), title: `Left ${n}`, slug: 'left', lang: 'en', authors: [{ name: 'Ben' }] })
const unreadAnswer = (...ns: readonly number[]) => ({
  json: { kind: 'page', showing: links.unread(), page: { rows: ns.map(row), more: null } },
})
const unreadPath = links.pageData(links.unread()).split('?')[0] ?? ''

const readOnes = (...ns: readonly number[]) =>
  marks.set({ isKnown: true, saved: new Set(), read: new Map(ns.map((n) => [idOf(n), { isRead: true, seenUpTo: 0 }])) })

beforeEach(() => readOnes())

const titles = () =>
  page
    .getByRole('link', { name: /^(Near|Left) \d+$/u })
    .elements()
    .map((link) => link.textContent)
const open = async (posts = six) =>
  show(<ReadNext page={{ posts }} given={{ author: { name: 'Ada', slug: 'ada' } }} />, { at: `/posts/${idOf(1)}/a` })

test('a visitor is shown three, and others for those that were read here', async () => {
  asVisitor()
  await open()
  expect(titles()).toEqual(['Near 11', 'Near 12', 'Near 13'])
  readOnes(12)
  await expect.poll(titles).toEqual(['Near 11', 'Near 13', 'Near 14'])
  readOnes(11, 12, 13, 14, 15, 16)
  await expect.poll(() => page.getByRole('heading', { name: 'Read next' }).query()).toBeNull()
  expect(network.asked()).toEqual([])
})

test('a member is shown what else they left unread, none of it twice, and none that they read since', async () => {
  network.answers(unreadPath, unreadAnswer(1, 12, 21, 22, 23, 24))
  asMember()
  await open(six.slice(0, 2))
  await expect.poll(titles).toEqual(['Near 11', 'Near 12', 'Left 21', 'Left 22', 'Left 23'])
  await expectAccessible()
  readOnes(21)
  await expect.poll(titles).toEqual(['Near 11', 'Near 12', 'Left 22', 'Left 23', 'Left 24'])
  expect(network.asked(unreadPath)).toHaveLength(1)
})

test('without a network the way to the unread posts stands, and no error', async () => {
  network.isOffline = true
  asMember()
  await open()
  await expect.element(page.getByRole('link', { name: 'Unread posts' })).toHaveAttribute('href', links.unread())
  await expect.poll(() => network.asked(unreadPath).length).toBe(1)
  // An error would fail the test by itself.
  await new Promise((resolve) => setTimeout(resolve))
  expect(titles()).toEqual(['Near 11', 'Near 12', 'Near 13'])
})
