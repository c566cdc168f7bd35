import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { idIn } from '#server/features/testing/essays.ts'
import { links } from '#shared/links.ts'
import { allLocalGroups } from '#shared/local-groups/queries.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { plainText } from '#shared/text/measure.ts'

let site: FeatureSite
/** Runs the place: the first is an administrator. */
let ada: Browser
let ben: Browser
let eve: Browser

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  eve = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  await eve.signUp('Eve')
})

const all = () => site.store.read((read) => read.list(allLocalGroups()))
const said = {
  ...{ id: '', name: 'Bergen', otherName: '', organizers: 'Ben', location: 'Bergen', latitude: '', longitude: '', markdown: 'We *walk*.' },
  ...{ links: '', contact: '', color: '', isActive: 'on', from: '/allgroups' },
}

describe('the forms of groups', () => {
  test('make one once, say it anew with another organizer, and leave what the others may do to them', async () => {
    const answers = [await ben.form('localGroups.put', said), await ben.form('localGroups.put', said)]
    const [group] = await all()
    const id = group?.id ?? ''
    expect(await all()).toHaveLength(1)
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [303, links.localGroup(id)],
      [303, links.localGroup(id)],
    ])
    expect(group).toMatchObject({ name: 'Bergen', isOnline: false, latitude: null, categories: [], links: [], color: null, isActive: true })
    expect(group && plainText(group.body)).toBe('We walk.')
    const more = {
      ...{ ...said, id, organizers: ' @Ben, /users/eve,Ben', latitude: ' 60.39', longitude: '-5.3221', isOnline: 'on', color: 'green' },
      ...{ 'categories.city': 'on', 'categories.workplace': 'on', links: 'https://a.example/\r\nhttps://b.example/ ', isActive: '' },
    }
    expect((await ben.form('localGroups.put', more)).status).toBe(303)
    expect(await all()).toMatchObject([
      {
        ...{ latitude: 60.39, longitude: -5.3221, isOnline: true, isActive: false, color: 'green', categories: ['city', 'workplace'] },
        ...{ organizerIds: [group?.organizerIds[0], expect.any(String)], links: ['https://a.example/', 'https://b.example/'] },
      },
    ])
    // The second one has a say too.
    expect((await eve.form('localGroups.put', { ...more, name: 'Bergen walks' })).status).toBe(303)
    expect((await eve.form('localGroups.remove', { id, from: '/' })).status).toBe(403)
    const gone = await ada.form('localGroups.remove', { id, from: '/' })
    expect([gone.status, gone.headers['location'], await all()]).toEqual([303, links.allLocalGroups(), []])
  })

  test('a typed town says where a group is, the address stays as typed, and a town that is none is refused', async () => {
    expect(await ben.form('localGroups.put', { ...said, town: 'Tromso', location: 'Storgata 1' })).toMatchObject({ status: 303 })
    const [group] = await all()
    expect(group).toMatchObject({ location: 'Storgata 1', latitude: 69.6489, longitude: 18.95508 })
    const again = { ...said, id: group?.id ?? '', latitude: '1', longitude: '2' }
    expect((await ben.form('localGroups.put', { ...again, town: 'Nowhere at all' })).status).toBe(400)
    expect((await all())[0]?.latitude).toBe(69.6489)
    // It was typed after the coordinates that the form came with.
    await ben.form('localGroups.put', { ...again, location: '', town: 'Paris, Texas' })
    expect(await all()).toMatchObject([{ location: 'Paris, TX, United States', latitude: 33.66094 }])
    await ben.form('localGroups.put', { ...again, town: ' ' })
    expect(await all()).toMatchObject([{ latitude: 1, longitude: 2 }])
  })

  test('what the staff changes of others’ groups stands in the audit log', async () => {
    const id = idIn((await ben.form('localGroups.put', said)).headers['location'])
    await ben.form('localGroups.put', { ...said, id, name: 'Mine' })
    await ada.form('localGroups.put', { ...said, id, name: 'Theirs' })
    await ada.form('localGroups.remove', { id, from: '/' })
    const entries = await site.store.read((read) => read.list(auditEntries(10)))
    expect(entries.map(({ act, targetId }) => [act, targetId]).toSorted()).toEqual([
      ['localGroups.put', id],
      ['localGroups.remove', id],
    ])
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['nobody', { organizers: ' , ' }, 'organizers'],
    ['somebody who is not there', { organizers: 'Ben, Nobody' }, 'organizers'],
    ['no place', { location: '' }, 'location'],
    ['no number', { latitude: '60°', longitude: '5' }, 'latitude'],
    ['a number of another sort', { latitude: '1e1', longitude: '5' }, 'latitude'],
    ['beyond the pole', { latitude: '91', longitude: '5' }, 'latitude'],
    ['half a place', { latitude: '60' }, 'latitude'],
    ['no web address', { links: 'https://a.example b.example' }, 'links'],
    ['a color that is none', { color: 'black' }, 'color'],
    ['a category that is none', { 'categories.secret': 'on' }, 'categories.secret'],
    ['too long a text', { markdown: 'x'.repeat(10_001) }, 'markdown'],
    ['a field of the row', { makerId: 'x' }, 'makerId'],
  ])('%s is refused, and the words stay', async (_what, fields, field) => {
    // On an existing page of the stand-ins; that of groups is drawn by the tests of the web side.
    const answer = await ben.form('localGroups.put', { ...said, from: '/newPost', ...fields })
    expect([answer.status, shownForm(answer).error?.['field']?.toString().split('.0')[0], await all()]).toEqual([400, field, []])
  })

  test('a visitor is asked to sign in; a member makes none for others; what is no id is not found', async () => {
    expect((await site.browser().form('localGroups.put', said)).status).toBe(401)
    expect((await eve.form('localGroups.put', said)).status).toBe(403)
    expect((await ben.form('localGroups.put', { ...said, id: 'x' })).status).toBe(404)
    expect(await all()).toEqual([])
  })
})
