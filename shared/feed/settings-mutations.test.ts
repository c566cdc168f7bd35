import { expect, test } from 'vitest'
import { idOf, member, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { setFeedSettings } from './settings-mutations.ts'
import { feedSettings } from './settings-schema.ts'

const me = member(idOf(100))

test('how drafts are listed is kept with the account, and leaves the other lists as they were', async () => {
  const mutations = mutationsOver([feedSettings])
  await mutations.run(setFeedSettings, { archive: 'sortedBy=new' }, { viewer: me })
  await mutations.run(setFeedSettings, { drafts: 'sortDraftsBy=newest&includeShared=false' }, { viewer: me, now: T0 + 1 })
  await mutations.run(setFeedSettings, { isIncognito: true }, { viewer: me, now: T0 + 2 })
  expect(await mutations.get(feedSettings, me.userId)).toMatchObject({
    ...{ archive: 'sortedBy=new', drafts: 'sortDraftsBy=newest&includeShared=false', isIncognito: true },
  })
  expect(await refusalOf(mutations.run(setFeedSettings, { drafts: '<b>' }, { viewer: me }))).toMatchObject({ code: 'invalid' })
})
