import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IDBFactory } from 'fake-indexeddb'
import * as Y from 'yjs'
import { diffPath, notebookRoom, postRoom } from '#shared/documents/rooms.ts'
import { aPost, idOf, T0 } from '#shared/testing/factories.ts'
import { filesOf, forgetDocuments } from './document-files.ts'
import { readPlace, writePlace } from './notebook.ts'
import { switchTo, type, written } from './testing/a-writer.ts'
import { leadingDevices } from './testing/leading-devices.ts'
import { fakeDocumentLocks } from './testing/fake-document-locks.ts'
import type { Fetch } from './requests.ts'
import { tinyRooms } from './testing/tiny-rooms.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** The machine may be busy with other tests. */

const me = idOf(7)
const room = postRoom(idOf(1))
const mine = notebookRoom(me)
const place = `comment:${idOf(1)}:`

let rooms: ReturnType<typeof tinyRooms>
const devices = leadingDevices(me)
const aDevice = (factory?: IDBFactory) => devices.open(rooms, factory)

beforeEach(() => {
  rooms = tinyRooms(me)
  rooms.make(room)
})
afterEach(() => devices.end())

describe('documents in the background', () => {
  test('what a closed tab left unsent goes to the server from the disk, and is noted as stored', async () => {
    const phone = await aDevice()
    await phone.turn()
    rooms.state.isUp = false
    const document = await phone.open(room)
    type(document.doc, 'left behind')
    await document.close()
    expect((await phone.row(room))?.dirtyBy).toHaveLength(1)
    rooms.state.isUp = true
    await phone.turn()
    expect(written(rooms.doc(room))).toBe('left behind')
    expect(await phone.row(room)).toMatchObject({ dirtyBy: [], epoch: 1, level: 'own' })
  })

  test('while the server is not reached nothing is asked; what waited goes when it is', async () => {
    const phone = await aDevice()
    await phone.turn()
    phone.state.isReachable = false
    await phone.ports.rows.hold([room])
    const before = rooms.state.requests
    await phone.turn()
    expect(rooms.state.requests).toBe(before)
    phone.state.isReachable = true
    phone.sign('moved')
    await phone.timers.pass(6_000)
    await expect.poll(async () => (await phone.row(room))?.epoch).toBe(1)
  })

  test('a held document comes fresh without being opened, and opens offline', async () => {
    const phone = await aDevice()
    await phone.ports.rows.hold([room])
    await phone.turn()
    const elsewhere = rooms.doc(room)
    type(elsewhere, 'from the laptop')
    rooms.set(room, { update: Y.encodeStateAsUpdate(elsewhere) })
    await phone.turn()
    rooms.goDown()
    const document = await phone.open(room)
    expect(written(document.doc)).toBe('from the laptop')
    expect(document.status.get()).toBe('saved')
    expect(document.isReadOnly.get()).toBe(false)
  })

  test('drafts that one writes are fetched by themselves, public posts are not', async () => {
    const phone = await aDevice()
    const [draft, open] = [aPost({ id: idOf(31), status: 'draft', authorId: me }), aPost({ id: idOf(32), authorId: me })]
    const authorship = ({ id }: { readonly id: string }) => ({ id: `${me}:${id}`, userId: me, postId: id, level: 'own', since: T0 })
    await phone.store.write(async (tx) => {
      await tx.putRows('posts', [draft, open])
      await tx.putRows('authorships', [authorship(draft), authorship(open)])
    })
    rooms.make(postRoom(draft.id))
    await phone.turn()
    expect((await phone.ports.rows.list()).map((row) => row.room).toSorted()).toEqual([mine, postRoom(draft.id)].toSorted())
  })

  test('a page of the wiki that was saved for later opens offline, one that is kept for some does not by itself', async () => {
    const phone = await aDevice()
    const [saved, kept] = [
      aPost({ id: idOf(41), kind: 'wiki' }),
      aPost({ id: idOf(42), kind: 'wiki', editing: { isAdminOnly: true, editorIds: null } }),
    ]
    const bookmark = ({ id }: { readonly id: string }) => ({
      id: `${me}:${id}`,
      userId: me,
      targetKind: 'post',
      targetId: id,
      postId: id,
      isSaved: true,
      changedAt: T0,
    })
    await phone.store.write(async (tx) => {
      await tx.putRows('posts', [saved, kept])
      await tx.putRows('bookmarks', [bookmark(saved), bookmark(kept)])
    })
    rooms.make(postRoom(saved.id))
    await phone.turn()
    expect((await phone.ports.rows.list()).map((row) => row.room).toSorted()).toEqual([mine, postRoom(saved.id)].toSorted())
  })

  test('sixty documents are sixty answers in two requests', async () => {
    const phone = await aDevice()
    const many = Array.from({ length: 60 }, (_, at) => postRoom(idOf(100 + at)))
    for (const name of many) rooms.make(name)
    await phone.turn()
    const before = rooms.state.requests
    await phone.ports.rows.hold(many)
    switchTo(phone.factory)
    await phone.background.refresh()
    expect(rooms.state.requests - before).toBe(2)
    expect((await phone.ports.rows.list()).every(({ epoch }) => epoch === 1)).toBe(true)
  })

  test('rights that ended while nobody looked: unsent words become a draft, the copy goes', async () => {
    const phone = await aDevice()
    const document = await phone.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.goDown()
    type(document.doc, 'not sent in time')
    await document.close()
    rooms.state.isUp = true
    rooms.set(room, { level: 'none' })
    await phone.turn()
    expect(phone.forks).toMatchObject([{ room, text: { content: [{ content: [{ text: 'not sent in time' }] }] } }])
    expect(await phone.row(room)).toBeUndefined()
    expect(await filesOf(me)).not.toContain(`documents:${me}:${room}`)
  })

  test('while somebody else is signed in here, nothing is taken away', async () => {
    const phone = await aDevice()
    await phone.ports.rows.hold([room])
    await phone.turn()
    rooms.state.isSignedIn = false
    await phone.turn()
    expect(await phone.row(room)).toBeDefined()
  })

  test('a clean document that was not opened for 30 days goes, an unsent one never', async () => {
    const phone = await aDevice()
    await phone.ports.rows.hold([room])
    await phone.turn()
    await phone.ports.rows.change(room, (row) => row && { ...row, lastUsed: T0 - 31 * dayMs })
    const other = postRoom(idOf(2))
    await phone.ports.rows.hold([other])
    await phone.ports.rows.change(other, (row) => row && { ...row, dirtyBy: ['x'], lastUsed: T0 - 99 * dayMs })
    await phone.turn()
    expect((await phone.ports.rows.list()).map((row) => row.room).toSorted()).toEqual([mine, other].toSorted())
  })

  test('signing out leaves no document of the account, known or not, and every other account’s', async () => {
    const phone = await aDevice()
    const document = await phone.open(room)
    type(document.doc, 'x')
    await document.settle()
    // As a device that is closed does it, before its documents are forgotten.
    await phone.turn()
    phone.background.stop()
    const other = indexedDB.open(`documents:${idOf(8)}:${room}`)
    await new Promise((resolve) => other.addEventListener('success', resolve))
    other.result.close()
    await forgetDocuments(indexedDB, me, [])
    expect(await filesOf(me)).toEqual([])
    expect(await filesOf(idOf(8))).toHaveLength(1)
    await expect.poll(() => document.ended.get()).toEqual({ why: 'wiped', fork: null })
    await phone.timers.pass(60_000)
    expect(await filesOf(me)).toEqual([])
  })
})

describe('with a tab that has it open', () => {
  test('a document is left to the tab while it is brought to the server there, and done from the disk once the tab is gone', async () => {
    const locks = fakeDocumentLocks()
    const phone = await aDevice()
    Object.assign(phone.ports, { locks })
    await phone.turn()
    const document = await phone.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.state.isAcking = false
    type(document.doc, 'the tab’s')
    await document.settle()
    const before = rooms.state.asked.length
    await phone.turn()
    expect(rooms.state.asked.slice(before)).not.toContain(room)
    expect((await phone.row(room))?.dirtyBy).toHaveLength(1)
    await document.close()
    await phone.turn()
    expect(rooms.state.asked.slice(before)).toContain(room)
    expect((await phone.row(room))?.dirtyBy).toEqual([])
  })

  test('without locks, what the tab writes just before a round notes all as stored stays noted as unsent', async () => {
    const phone = await aDevice()
    await phone.turn()
    const document = await phone.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.state.isAcking = false
    type(document.doc, 'one')
    await document.settle()
    const { rows } = phone.ports
    let isWriting = false
    const change: typeof rows.change = async (of, to) => {
      if (of === room && !isWriting) {
        isWriting = true
        type(document.doc, 'two')
        await document.settle()
      }
      await rows.change(of, to)
    }
    Object.assign(phone.ports, { rows: { ...rows, change } })
    await phone.background.refresh()
    expect(isWriting).toBe(true)
    expect(document.status.get()).toBe('on-device')
    expect((await phone.row(room))?.dirtyBy).toHaveLength(1)
  })

  test('without locks, what the tab writes while a round hears of another history is in a draft of its own', async () => {
    const phone = await aDevice()
    await phone.turn()
    rooms.state.areSocketsBlocked = true
    const document = await phone.open(room)
    rooms.set(room, { epoch: 2, update: new Uint8Array([0, 0]) })
    let isWriting = false
    const fetch: typeof rooms.fetch = async (address, init) => {
      const answer = await rooms.fetch(address, init)
      if (address === diffPath && !isWriting) {
        isWriting = true
        type(document.doc, 'late')
        await document.settle()
      }
      return answer
    }
    Object.assign(phone.ports, { fetch })
    await phone.background.refresh()
    expect(isWriting).toBe(true)
    await expect.poll(() => phone.forks.map(({ text }) => JSON.stringify(text).includes('late')), { timeout: 3_000 }).toEqual([true])
  })

  test('a server that knows less than it said gets the whole difference', async () => {
    const phone = await aDevice()
    const document = await phone.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    type(document.doc, 'one')
    await expect.poll(() => document.status.get()).toBe('saved')
    await document.close()
    rooms.goDown()
    const again = await phone.open(room)
    type(again.doc, 'two')
    await again.close()
    rooms.set(room, { update: new Uint8Array([0, 0]) })
    rooms.state.isUp = true
    await phone.turn()
    expect(written(rooms.doc(room))).toBe('one|two')
  })
})

describe('the notebook', () => {
  test('an unfinished comment follows to another device, and what is written there comes back', async () => {
    const [phone, laptop] = [await aDevice(), await aDevice()]
    await phone.drafts.save(place, { markdown: 'Half a thought' }, T0)
    await phone.turn()
    await laptop.turn()
    expect(await laptop.text(place)).toBe('Half a thought')
    await laptop.drafts.save(place, { markdown: 'Half a thought, and the other half' }, T0 - 5_000)
    await laptop.turn()
    await phone.turn()
    expect(await phone.text(place)).toBe('Half a thought, and the other half')
  })

  test.each(['sent', 'discarded'] as const)('what was %s on one device is gone on all', async (why) => {
    const [phone, laptop] = [await aDevice(), await aDevice()]
    await phone.drafts.save(place, { markdown: 'To be sent' }, T0)
    await phone.turn()
    await laptop.turn()
    await laptop.drafts.forget(place, why)
    await laptop.turn()
    await phone.turn()
    expect(await phone.drafts.get(place)).toBeUndefined()
    expect(readPlace(rooms.doc(mine), place)).toBeUndefined()
  })

  test('what is written while the server is asked is never taken for another device’s: each word stands there once', async () => {
    const phone = await aDevice()
    await phone.drafts.save(`comment:${idOf(2)}:`, { markdown: 'From the phone' }, T0)
    await phone.turn()
    const typed = Array.from({ length: 9 }, (_, n) => `It was tried ${n + 1} times`)
    const fetch: Fetch = async (address, init) => {
      const answer = await rooms.fetch(address, init)
      const markdown = address === diffPath ? typed.shift() : undefined
      if (markdown !== undefined) await laptop.drafts.save(place, { markdown }, T0)
      return answer
    }
    let isAwake = false
    const laptop = await devices.open({ ...rooms, fetch: (...asked) => (isAwake ? fetch : rooms.fetch)(...asked) })
    isAwake = true
    await laptop.drafts.save(place, { markdown: 'It was tried' }, T0)
    await phone.drafts.save(`comment:${idOf(2)}:`, { markdown: 'From the phone, again' }, T0)
    await phone.turn()
    for (let turns = 0; turns < 6; turns += 1) await laptop.turn()
    expect(typed).toEqual([])
    expect(await laptop.text(place)).toBe('It was tried 9 times')
    expect(readPlace(rooms.doc(mine), place)?.values).toEqual({ markdown: 'It was tried 9 times' })
  })

  test('what was written on since is nobody’s to throw away', async () => {
    const [phone, laptop] = [await aDevice(), await aDevice()]
    await phone.drafts.save(place, { markdown: 'One' }, T0)
    await phone.turn()
    await laptop.turn()
    await phone.drafts.save(place, { markdown: 'One and two' }, T0)
    await laptop.drafts.forget(place, 'sent')
    await laptop.turn()
    await phone.turn()
    await laptop.turn()
    expect([await phone.text(place), await laptop.text(place)]).toEqual(['One and two', 'One and two'])
  })

  test('what comes from another device leaves what was thrown away here in Trash', async () => {
    const [phone, laptop] = [await aDevice(), await aDevice()]
    await phone.drafts.save(place, { markdown: 'Old' }, T0)
    await phone.drafts.forget(place, 'discarded')
    await laptop.drafts.save(place, { markdown: 'New' }, T0)
    await laptop.turn()
    await phone.turn()
    expect((await phone.drafts.list()).map(({ values }) => values['markdown']).toSorted()).toEqual(['New', 'Old'])
  })

  test('two devices that wrote on in one text have both ends of it', async () => {
    const [phone, laptop] = [await aDevice(), await aDevice()]
    await phone.drafts.save(place, { markdown: 'the middle' }, T0)
    await phone.turn()
    await laptop.turn()
    rooms.state.isUp = false
    await phone.drafts.save(place, { markdown: 'Before the middle' }, T0)
    await phone.turn()
    await laptop.drafts.save(place, { markdown: 'the middle after' }, T0)
    await laptop.turn()
    rooms.state.isUp = true
    await phone.turn()
    await laptop.turn()
    await phone.turn()
    expect([await phone.text(place), await laptop.text(place)]).toEqual(['Before the middle after', 'Before the middle after'])
  })

  test.each([0, 1, 2, 3, 4, 5])('begun in one place on two devices apart, both texts are kept (%s)', async () => {
    const [phone, laptop] = [await aDevice(), await aDevice()]
    rooms.state.isUp = false
    await phone.drafts.save(place, { markdown: 'From the phone' }, T0)
    await phone.turn()
    await laptop.drafts.save(place, { markdown: 'From the laptop' }, T0)
    await laptop.turn()
    rooms.state.isUp = true
    await phone.turn()
    await laptop.turn()
    await phone.turn()
    await laptop.turn()
    const texts = [await phone.text(place), await laptop.text(place)]
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).toContain('From the phone')
    expect(texts[0]).toContain('From the laptop')
  })

  test('a notebook whose history was rewritten is filled again from the drafts', async () => {
    const phone = await aDevice()
    await phone.drafts.save(place, { markdown: 'Survives' }, T0)
    await phone.turn()
    rooms.set(mine, { epoch: 2, update: new Uint8Array([0, 0]) })
    await phone.turn()
    await phone.turn()
    expect(readPlace(rooms.doc(mine), place)?.values).toEqual({ markdown: 'Survives' })
    expect(await phone.text(place)).toBe('Survives')
  })

  test('drafts of places that are this device’s alone stay here', async () => {
    const phone = await aDevice()
    await phone.drafts.save('post:new', { title: 'x' }, T0)
    await phone.turn()
    expect(readPlace(rooms.doc(mine), 'post:new')).toBeUndefined()
  })

  test('a surrogate pair is never cut in two', () => {
    const doc = new Y.Doc()
    writePlace(doc, place, { markdown: 'a😀b' }, 1)
    writePlace(doc, place, { markdown: 'a😁b' }, 2)
    expect(readPlace(doc, place)).toEqual({ values: { markdown: 'a😁b' }, at: 2 })
    writePlace(doc, place, { markdown: '😁😁' }, 3)
    expect(readPlace(doc, place)?.values['markdown']).toBe('😁😁')
  })
})
