import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aMember } from '#shared/testing/factories.ts'
import { members } from '#shared/accounts/schema.ts'
import { links } from '#shared/links.ts'
import { keyOfParticipants, conversations } from '#shared/messages/schema.ts'
import { keptAt, startKeeping } from '../../../data/saved-text.ts'
import { currentPictureStore } from '../../../data/own-pictures/picture-store.ts'
import { outbox } from '../../../data/outbox.ts'
import { asMember, mia, openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, focused, nextId, show, went } from '../../../testing/dom.tsx'
import { fieldsOf, network } from '../../../testing/network.ts'
import { MessageForm, NewConversationForm } from './message-form.tsx'

startKeeping()

const field = page.getByRole('textbox', { name: 'Message' })
const send = page.getByRole('button', { name: 'Send' })
const queued = (name = 'messages.send') => outbox.get().waiting.filter((each) => each.name === name)

/** The message box of a conversation that is on a member's device. */
async function showBox({ isAlone = false, disabled = false } = {}) {
  const viewer = { ...mia.viewer, userId: nextId(), messagingDisabled: disabled }
  const { device, server } = await openTestDevice({ me: { ...mia, viewer }, isOnDisk: true })
  const [id, other, latestMessageId] = [nextId(), nextId(), nextId()]
  const participantIds = isAlone ? [viewer.userId] : [viewer.userId, other]
  device.hint(conversations, {
    ...{ id, title: null, creatorId: other, participantIds, participantsKey: keyOfParticipants(participantIds), createdAt: 1 },
    ...{ latestAt: 1, latestMessageId, messageCount: 1 },
  })
  await show(<MessageForm conversationId={id} />)
  return { device, server, id }
}

describe('the message box', () => {
  test('a message is queued on the device and leaves the field; pressed twice it is one', async () => {
    await showBox()
    await field.fill('Water comes back.')
    await send.dblClick()
    await expect.element(field).toHaveValue('')
    expect(queued()).toHaveLength(1)
    await expectAccessible()
  })

  test('Ctrl and Enter send a message', async () => {
    await showBox()
    await field.fill('By keys alone.')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => queued()).toHaveLength(1)
  })

  test('without a network it waits on the device, and the field is free for the next', async () => {
    const { server } = await showBox()
    server.isReached(false)
    network.isOffline = true
    for (const text of ['In the tunnel.', 'Still in it.']) {
      await field.fill(text)
      await send.click()
      await expect.element(field).toHaveValue('')
    }
    await expect.poll(() => queued()).toHaveLength(2)
    expect(network.asked()).toEqual([])
  })

  test('an empty message is not sent', async () => {
    await showBox()
    await send.click()
    await expect.poll(focused).toBe('Message')
    expect(queued()).toEqual([])
  })

  test('a message says which of its pictures are still on their way from this device', async () => {
    const { id: conversationId } = await showBox()
    const id = nextId()
    const fact = { id, type: 'image/webp', width: 9, height: 9, bytes: 1, addedAt: 1, lastUsed: 1, notBefore: 0, isPrivate: true } as const
    await currentPictureStore()?.files.put({ ...fact, state: 'waiting', fault: null }, new ArrayBuffer(1))
    await field.fill(`Look.\n\n![A river](${links.picture(id)})`)
    await send.click()
    await expect.poll(() => queued()[0]?.args).toMatchObject({ conversationId, uploading: [id] })
  })

  test.each([
    ['a right that was taken', { disabled: true }, /Messages are disabled/u],
    ['nobody to read it', { isAlone: true }, /Everyone else has left/u],
  ])('what is refused for %s stays in the field with the reason', async (_what, options, said) => {
    await showBox(options)
    await field.fill('Not allowed')
    await send.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(said)
    await expect.element(field).toHaveValue('Not allowed')
    expect(queued()).toEqual([])
  })

  test('what is typed is kept for this conversation, goes with the message, and is back after a reload', async () => {
    const { device, id } = await showBox()
    const draft = () => device.drafts.get(`message:${id}`)
    await field.fill('Half a th')
    await expect.poll(draft).toMatchObject({ values: { markdown: 'Half a th' } })
    await send.click()
    await expect.element(field).toHaveValue('')
    await expect.poll(draft).toBeUndefined()
  })

  test('a conversation that the device does not know goes to the server as a form, once', async () => {
    await openTestDevice({ isOnDisk: true })
    const id = nextId()
    const answer = network.holds(links.form('messages.send'), { json: { ok: true, location: `/inbox?conversation=${id}#x` } })
    await show(<MessageForm conversationId={id} />)
    await field.fill('By the server.')
    await send.dblClick()
    await expect.poll(() => network.asked(links.form('messages.send')).length).toBe(1)
    expect(fieldsOf(network.asked(links.form('messages.send'))[0])).toMatchObject({ conversationId: id, markdown: 'By the server.' })
    answer()
    await expect.element(field).toHaveValue('')
    expect(network.asked(links.form('messages.send'))).toHaveLength(1)
  })

  test('where neither the device nor the server can be asked, the words stay', async () => {
    await openTestDevice({ isOnDisk: true })
    network.isOffline = true
    const id = nextId()
    await show(<MessageForm conversationId={id} />)
    await field.fill('Nobody there.')
    await send.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/\S/u)
    await expect.element(field).toHaveValue('Nobody there.')
    await expect.poll(() => keptAt(`message:${id}`)).toMatchObject({ values: { markdown: 'Nobody there.' } })
  })
})

describe('the first message', () => {
  beforeEach(() => {
    asMember()
    network.answers('/api/search', { json: { hits: [], isWhole: true } })
  })
  const to = page.getByLabelText('To', { exact: true })

  test('to a member whom the page names begins the conversation on the device, and leads there', async () => {
    await openTestDevice({ isOnDisk: true })
    await show(<NewConversationForm to={{ id: nextId(), name: 'Ben', slug: 'ben' }} />, { at: '/message/ben' })
    await expect.element(to).toHaveValue('ben')
    await field.fill('Platform nine?')
    await send.dblClick()
    await expect.poll(() => went.to).toHaveLength(1)
    expect(went.to[0]).toMatch(/^\/inbox\?conversation=[0-9a-z]{26}$/u)
    expect(queued('conversations.begin')).toHaveLength(1)
    await expectAccessible()
  })

  test('to somebody whom the device knows it goes without the server', async () => {
    const { device } = await openTestDevice({ isOnDisk: true })
    network.isOffline = true
    device.hint(members, aMember({ id: nextId(), userName: 'cleo', slug: 'cleo' }))
    await show(<NewConversationForm to={null} />, { at: '/inbox?compose=new' })
    await to.fill('@cleo')
    await field.fill('Platform ten?')
    await send.click()
    await expect.poll(() => queued('conversations.begin')).toHaveLength(1)
  })

  test('to nobody: the server says so, and all that was typed stays', async () => {
    await openTestDevice({ isOnDisk: true })
    const error = { code: 'invalid', reason: null, field: 'to', retryAfterMs: null }
    network.answers(links.form('conversations.begin'), { status: 400, json: { ok: false, error } })
    await show(<NewConversationForm to={null} />, { at: '/inbox?compose=new' })
    await to.fill('nobody')
    await page.getByRole('textbox', { name: 'Title (optional)' }).fill('On tides')
    await field.fill('Hello?')
    await send.click()
    await expect.element(page.getByText('Name 1 to 29 other members', { exact: false }).first()).toBeVisible()
    for (const [box, value] of [[to, 'nobody'], [field, 'Hello?']] as const) await expect.element(box).toHaveValue(value) // oxfmt-ignore
  })
})
