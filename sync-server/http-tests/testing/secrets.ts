/** Words that nobody but their owner may read, planted in everything that is not public. */
import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import sharp from 'sharp'
import { makeId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { guestKey, signGuest } from '#server/features/events/guest-tokens.ts'
import type { Answer, Client } from './client.ts'
import type { Row, Site } from './site.ts'

export interface Secret {
  readonly what: string
  readonly text: string
  /** The staff read it: it was public once, or is theirs. */
  readonly isForStaff: boolean
}

export interface Planted {
  readonly secrets: readonly Secret[]
  /** Of the posts that are nobody else's. */
  readonly hiddenIds: readonly string[]
  /** A picture in a message between two members. */
  readonly privatePictureId: string
  /** Of those, and of what has something secret in it. */
  readonly ids: readonly string[]
}

/**
 * Those who take part are sol, kofi, rufus and hana; others who look have no part in any of it.
 */
export async function plantSecrets(site: Site): Promise<Planted> {
  const secrets: Secret[] = []
  const ids: string[] = []
  const plant = (what: string, isForStaff = false): string => {
    const text = `canary${secrets.length}zq${what.replace(/\W/gu, '').toLowerCase()}`
    secrets.push({ what, text, isForStaff })
    return text
  }
  const keep = (what: string, text: unknown, isForStaff = false): void => {
    if (typeof text === 'string' && text.length > 8) secrets.push({ what, text, isForStaff })
  }
  const each = (table: string, names: readonly string[], most = 1_000): void => {
    for (const row of site.table(table).slice(0, most)) for (const name of names) keep(`${name} of ${table}`, row[name])
  }
  const [sol, kofi, rufus, teo, hana] = await Promise.all(['sol', 'kofi', 'rufus', 'teo', 'hana'].map((name) => site.member(name)))
  if (sol === undefined || kofi === undefined || rufus === undefined || teo === undefined || hana === undefined)
    throw new Error('they are all members')
  const [solId, kofiId, rufusId, hanaId] = ['sol', 'kofi', 'rufus', 'hana'].map((name) =>
    String(site.table('members').find((row) => row['userName'] === name)?.['id']),
  )

  const draftId = idOfDraft(
    await saveDraft(sol, { title: plant('title of a draft'), markdown: plant('body of a draft'), tags: plant('tag') }),
  )
  await did(sol, 'posts.share', { id: draftId, userId: kofiId, level: 'comment' })
  await did(kofi, 'remarks.post', { id: freshId(), postId: draftId, parentId: null, anchor: null, quote: '', body: plant('inlineComment') })
  const version = { id: draftId, revisionId: freshId(), body: text(plant('kept version')), note: plant('note of a version') }
  await did(sol, 'posts.saveVersion', version)

  const takenBack = await publish(sol, plant('title taken back', true), `${plant('body taken back', true)} once`)
  await commentAndRemove(rufus, takenBack, plant('comment taken down with it', true))
  await sol.postForm('posts.unpublish', { postId: takenBack, from: '/' })

  const published = await publish(sol, 'Public', 'Public words.')
  await saveDraft(sol, { postId: published, title: plant('newer title, not public'), markdown: plant('newer text, not public'), tags: '' })
  await commentAndRemove(kofi, published, plant('text of a removed comment', true))
  await did(kofi, 'reactions.set', {
    ...{ targetKind: 'post', targetId: published, reaction: 'typo', quote: { text: 'Public words', before: '', after: '.' }, value: 1 },
    proposal: { replacement: plant('proposed correction'), explanation: plant('why it was proposed') },
  })
  // Kofi is asked, and has not answered: nobody else learns of it, of a post that everybody reads.
  await did(sol, 'posts.inviteCoauthor', { id: published, userId: kofiId })
  // A post that everybody reads, in an order that nobody else does.
  const sequence = { id: freshId(), chapterId: freshId(), title: plant('title of a sequence not public', true) }
  await did(sol, 'sequences.create', sequence)
  await did(sol, 'sequences.setChapterDetail', { id: sequence.chapterId, detail: { field: 'title', value: plant('its chapter', true) } })
  await did(sol, 'sequences.putPost', { chapterId: sequence.chapterId, postId: published, beforeId: null })
  // Rufus and Kofi have just spoken, and may not so soon again.
  const rejected = await comment(sol, published, 'Words that were not accepted.')
  await did(teo, 'comments.setMark', { id: rejected, mark: { name: 'rejected', reason: plant('why it was rejected', true) } })

  await sol.postForm('dialogues.create', { title: plant('title of a dialogue'), participants: 'kofi', from: '/dialogues' })
  const dialogueId = String(
    site.table('posts').find((row) => row['holds'] === 'dialogue' && row['authorId'] === solId && row['status'] === 'draft')?.['id'],
  )
  await did(sol, 'dialogues.say', { id: freshId(), postId: dialogueId, body: text(plant('held message')) })
  await did(sol, 'dialogues.setInput', { postId: dialogueId, text: plant('about to be said') })

  const page = { isWikiOnly: false, lensOf: null, lang: 'en' }
  await did(sol, 'wiki.create', { ...page, id: freshId(), revisionId: freshId(), name: plant('name of a page begun') })
  const gone = { ...page, id: freshId(), revisionId: freshId(), name: plant('name of a page taken away', true) }
  await did(sol, 'wiki.publish', { ...gone, body: text(plant('text of a page taken away', true)) })
  await did(sol, 'wiki.setSummary', { id: gone.id, summaryId: freshId(), tabTitle: 'Short', text: plant('its summary', true) })
  await did(teo, 'wiki.delete', { id: gone.id, leadsToId: null })
  const term = { id: freshId(), term: 'Public', altTerms: [] }
  await did(sol, 'glossary.addTerm', {
    ...{ ...term, postId: published, body: text(plant('earlier wording', true)), isApproved: true, origin: 'people' },
  })
  await did(sol, 'glossary.setTerm', { ...term, body: text(plant('explanation put away', true)) })
  await did(sol, 'glossary.setHidden', { id: term.id, isHidden: true })
  const spotlight = freshId()
  await did(teo, 'spotlights.create', { id: spotlight, targetKind: 'post', targetId: published })
  await did(teo, 'spotlights.setDetail', {
    id: spotlight,
    detail: { field: 'title', value: plant('title of a spotlight not shown', true) },
  })

  // A conversation is its participants', the staff have no part in it.
  const conversation = { id: freshId(), messageId: freshId() }
  await did(sol, 'conversations.begin', {
    ...{ ...conversation, participantIds: [kofiId, hanaId], title: plant('title of a conversation') },
    body: text(plant('first message')),
  })
  await did(kofi, 'messages.send', { id: freshId(), conversationId: conversation.id, body: text(plant('answer in a conversation')) })
  // Pictures are of members whom a moderator has let in.
  const privatePictureId = freshId()
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#7a6' } }).png().toBuffer() // oxfmt-ignore
  const sent = { 'content-type': 'image/png', 'x-private': '1', origin: site.origin, 'sec-fetch-site': 'same-origin' }
  const added = await hana.send('PUT', links.picture(privatePictureId), { headers: sent, body: picture })
  if (added.status !== 201) throw new Error(`the picture was not added: ${added.status} ${added.text}`)
  const image = { type: 'image', attrs: { src: links.picture(privatePictureId), alt: plant('words of a picture in a message') } }
  const shown = { type: 'doc', content: [{ type: 'figure', content: [image] }] }
  await did(hana, 'messages.send', { id: freshId(), conversationId: conversation.id, body: shown })
  keep('address of a picture in a message', privatePictureId)
  each('conversation_states', ['id'])

  // One that moderators began is theirs and whom it is with: nobody else learns that there is one.
  const asModerators = { id: freshId(), messageId: freshId() }
  await did(teo, 'conversations.beginAsModerators', {
    ...{ ...asModerators, participantIds: [kofiId, rufusId], title: plant('title of a moderators’ conversation', true) },
    body: text(plant('message of the moderators', true)),
  })
  const answer = { id: freshId(), conversationId: asModerators.id, body: text(plant('answer to the moderators', true)) }
  await did(kofi, 'messages.send', answer)
  keep('id of a message to the moderators', answer.id, true)
  for (const { id } of site.table('moderator_conversations')) keep('row of the moderator inbox', id, true)
  // Who takes part in what: their own rows of it, and the conversations' ids.
  for (const userId of [kofiId, rufusId]) keep('state of a moderators’ conversation', `${asModerators.id}:${userId}`)
  keep('id of a conversation', conversation.id)
  keep('id of its first message', conversation.messageId)

  // For its reporter and the staff; templates are for the staff.
  await did(kofi, 'contentReports.send', {
    ...{ id: freshId(), targetKind: 'post', targetId: published, reason: 'other', message: plant('message of a report', true) },
  })
  await did(teo, 'moderationTemplates.put', {
    ...{ id: freshId(), kind: 'rejections', name: plant('name of a template', true), groupLabel: '', order: 1 },
    contents: plant('text of a template', true),
  })

  const notice = { id: freshId(), postId: published, body: text(plant('draft of a curation notice', true)) }
  await did(teo, 'curationNotices.put', notice)

  const stranger = site.visitor()
  const email = `${plant('address')}@mail.test`
  await stranger.postForm('accounts.signUp', { userName: 'Somebody', email, password: plant('password'), returnTo: '/', from: '/login' })
  await stranger.postForm('accounts.requestReset', { email, from: '/login' })
  await stranger.postForm('accounts.requestSignInMail', { email, returnTo: '/', from: '/login' })
  each('mailed_sign_ins', ['id', 'email', 'codeHash', 'linkHash'])

  const eventId = await anEventWithGuests({ site, kofi, sol, stranger, plant, keep })

  await sol.postForm('accounts.startSecondFactor', { password: site.password, from: '/account?tab=security' })
  each('second_factors', ['secret'])

  each('credentials', ['passwordHash', 'email'])
  each('sessions', ['id', 'tokenHash'])
  each('email_tokens', ['id', 'tokenHash'])
  each('attempts', ['key'])
  each('site_secrets', ['value'])
  // Sign-ins are noted behind the answer.
  for (let tries = 0; tries < 100 && site.table('sign_in_traces').length === 0; tries += 1) await after(100)
  each('trace_keys', ['secret'])
  each('sign_in_traces', ['hash'])
  each('invitations', ['id'])
  // Who is invited is nobody else's to know; who agreed stands in the byline.
  for (const row of site.table('authorships')) if (row['isInvited'] === true) keep('id of an open invitation', row['id'])
  // Readers of a newsletter: one who only asked, and whose address nobody but the server has.
  await did(kofi, 'newsletters.set', { isOn: true })
  await stranger.postForm('newsletters.subscribe', { authorId: String(kofiId), email: 'canary-reader@example.org', from: '/' })
  for (let tries = 0; tries < 100 && site.table('newsletter_readers').length === 0; tries += 1) await after(100)
  each('newsletter_readers', ['id', 'email'])
  // The muted member looks as well, and learns nothing.
  const tamId = site.table('members').find((row) => row['userName'] === 'tam')?.['id']
  await did(kofi, 'mutes.set', { mutedId: tamId, isMuted: true })
  // Where somebody lives; on the map they are a kilometer away.
  const home = { latitude: 47.376_543, longitude: 108.541_234 }
  await did(sol, 'memberPlaces.put', { id: solId, location: plant('own place'), ...home, radius: 100, notifies: true })
  await did(sol, 'mapPoints.put', { id: solId, ...home, isExact: false, note: 'Near the lake' })
  for (const degrees of ['47.376543', '108.541234']) keep('coordinate of a place', degrees)
  // What somebody has done for themselves alone; rows are named after whose they are.
  const ownTables = [
    'votes',
    'bookmarks',
    'read_marks',
    'subscriptions',
    'hidden_items',
    'reading_places',
    'poll_votes',
    'mutes',
    'review_votes',
  ]
  for (const table of [...ownTables, 'seasonal_answers']) each(table, ['id'], 30)
  for (const value of [...sol.cookies.values(), ...stranger.cookies.values()]) keep('cookie', value)
  ids.push(eventId, draftId, takenBack, published, rejected, dialogueId, gone.id, term.id, ...(solId === undefined ? [] : [solId]))
  return { secrets, hiddenIds: [draftId, takenBack, dialogueId], privatePictureId, ids }
}

interface WithGuests {
  readonly site: Site
  readonly kofi: Client
  readonly sol: Client
  readonly stranger: Client
  readonly plant: (what: string, isForStaff?: boolean) => string
  readonly keep: (what: string, text: unknown, isForStaff?: boolean) => void
}

/** Kofi's, which everybody reads: answered in private by Sol, and by people without an account. */
async function anEventWithGuests({ site, kofi, sol, stranger, plant, keep }: WithGuests): Promise<string> {
  const event = { id: freshId(), title: 'Evening walk', body: text('Bring a lamp.') }
  const when = { starts: '2099-12-03T19:00', ends: '', zone: 'UTC', isOnline: false, location: 'Bryggen', joinUrl: null, type: null }
  await did(kofi, 'events.make', { ...event, ...when, revisionId: freshId(), groupId: null, hasRsvps: true })
  const about = { kind: 'event', linkUrl: null, lang: 'en', tags: [], writtenOn: null, submitToFrontpage: false }
  await did(kofi, 'posts.publish', { ...event, ...about, revisionId: freshId() })
  await did(sol, 'rsvps.set', { postId: event.id, answer: 'going', isPrivate: true })
  const rowOf = (table: string, is: (row: Row) => boolean) => site.table(table).find(is)
  keep('id of a private answer', rowOf('rsvps', (row) => row['isPrivate'] === true)?.['id'], true)
  const answer = async (name: string, email: string, isPrivate: string) => {
    await stranger.postForm('guests.answer', { eventId: event.id, guestName: name, email, answer: 'going', isPrivate, from: '/' })
    const found = () => rowOf('event_guests', (row) => row['email'] === email)
    const key = () => rowOf('site_secrets', (row) => row['id'] === guestKey)?.['value']
    for (let tries = 0; tries < 100 && (found() === undefined || key() === undefined); tries += 1) await after(100)
    const guestId = String(found()?.['id'])
    keep('id of a guest', guestId)
    return { name, isPrivate, link: `/rsvp/${signGuest(String(key()), guestId)}` }
  }
  const confirm = async ({ name, isPrivate, link }: Awaited<ReturnType<typeof answer>>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ name, answer: 'going', ...(isPrivate !== '' && { isPrivate }) }).toString()
    const answered = await stranger.send('POST', link, { headers, body })
    if (answered.status !== 200) throw new Error(`the answer was not confirmed: ${answered.status}`)
  }
  await answer(plant('name of a guest who has not confirmed'), 'canary-pending@example.org', '')
  keep('address of a guest who has not confirmed', 'canary-pending@example.org')
  await confirm(await answer(plant('name of a private guest', true), 'canary-private@example.org', 'true'))
  await confirm(await answer('Gus', 'canary-guest@example.org', ''))
  for (const email of ['canary-private@example.org', 'canary-guest@example.org']) keep('address of a guest', email, true)
  return event.id
}

/** What this one may not read of it. */
export function hiddenFrom(secrets: readonly Secret[], site: Site, userId: string | null, isStaff: boolean): readonly Secret[] {
  const isOwn = (row: Row): boolean => row['id'] === userId || row['userId'] === userId
  const own = new Set(
    ['credentials', 'sessions']
      .flatMap((table) => site.table(table).filter(isOwn))
      .flatMap((row) => [row['id'], row['email']])
      .map(String),
  )
  return secrets.filter(({ text: words, isForStaff }) => {
    const isTheirs = own.has(words) || (userId !== null && words.startsWith(`${userId}:`))
    return !isTheirs && !(isForStaff && isStaff)
  })
}

export const freshId = (): string => makeId(Date.now(), randomBytes(10))
const text = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] })
const idOfDraft = ({ location }: Answer): string => new URL(location ?? '', 'http://site.test').searchParams.get('postId') ?? ''

function saveDraft(
  author: Client,
  fields: Readonly<Record<'title' | 'markdown' | 'tags', string>> & { readonly postId?: string },
): Promise<Answer> {
  return author.postForm('posts.saveDraft', { postId: '', lang: 'en', kind: 'post', from: '/newPost', ...fields })
}

export async function publish(author: Client, title: string, markdown: string, kind = 'post'): Promise<string> {
  const sent = await author.postForm('posts.publish', { postId: '', title, markdown, lang: 'en', kind, from: '/newPost' })
  return sent.location?.split('/')[2] ?? ''
}

export async function comment(by: Client, postId: string, markdown: string): Promise<string> {
  const sent = await by.postForm('comments.post', { postId, parentId: '', markdown, from: '/' })
  return sent.location?.split('#')[1] ?? ''
}

async function commentAndRemove(by: Client, postId: string, markdown: string): Promise<void> {
  await by.postForm('comments.remove', { commentId: await comment(by, postId, markdown), reason: '', from: '/' })
}

/** @throws Error when it was refused: a secret that was never planted is found nowhere. */
export async function did(by: Client, name: string, args: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', origin: by.origin, 'sec-fetch-site': 'same-origin' }
  const answer = await by.send('POST', `/api/mutations/${name}`, { headers, body: JSON.stringify({ args }) })
  if (answer.status !== 200) throw new Error(`${name} was refused: ${answer.status} ${answer.text.slice(0, 200)}`)
}
