import { describe, expect, test } from 'vitest'
import { noticeTypes, noticeTypesInOrder } from './all-types.ts'
import { invitations, noticeTabs, noticeTypeNames } from './types.ts'

describe.each(noticeTypeNames)('%s', (name) => {
  const { sentence, reason, path, ...type } = noticeTypes[name]

  test('has words for whatever is known of it', () => {
    expect(noticeTabs).toContain(type.tab)
    for (const invitedTo of invitations)
      expect(sentence({ who: 'Ada', title: '“On tides”', invitedTo, outcome: undefined, subject: undefined })).toMatch(
        /^(?!.*undefined)\S.*\S$/u,
      )
    expect(reason('tag:tides')).toMatch(/^\S.*\w$/u)
  })

  test('leads to a path of this site', () => {
    expect(path?.({ because: 'sequence:s', postId: 'p', commentId: null }) ?? '/').toMatch(/^\//u)
  })
})

test('the settings name each that is chosen once, each at a place of its own', () => {
  const fixed = ['accountImported', 'emailVerificationRequired', 'profileEdited'] as const
  expect([...noticeTypesInOrder, ...fixed].toSorted()).toEqual(noticeTypeNames.toSorted())
  for (const key of ['order', 'label'] as const)
    expect(new Set(noticeTypeNames.map((name) => noticeTypes[name][key])).size).toBe(noticeTypeNames.length)
})

test('a stored name, and its place in links of mails, stay', () => {
  expect(noticeTypeNames.indexOf('newPost')).toBe(0)
  expect(noticeTypeNames.indexOf('newMention')).toBe(7)
  expect(noticeTypeNames.indexOf('coauthorAccepted')).toBe(18)
})
