import { describe, expect, test } from 'vitest'
import { aMember, idOf, T0 } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { docToMarkdown } from '../text/markdown-out.ts'
import { markdownToDoc } from '../text/markdown-in.ts'
import { typedMentionLimits, typedNames, withTypedMentions } from '../text/typed-mentions.ts'
import type { Doc } from '../text/schema.ts'
import { members } from './schema.ts'
import { withMentions } from './typed-mentions.ts'

async function site() {
  const tx = memoryTransaction()
  const add = (n: number, userName: string, changes: Parameters<typeof aMember>[0] = {}) => {
    const slug = userName.toLowerCase()
    const keys = { userNameKey: slug, displayName: `Name of ${userName}`, displayNameKey: `key ${n}` }
    return tx.put(members, aMember({ id: idOf(n), userName, slug, ...keys, ...changes }))
  }
  await add(1, 'ada')
  await add(2, 'Ben', { slug: 'benjamin-k' })
  await add(3, 'nina-v')
  await add(4, 'нгози')
  await add(5, '花子')
  await add(6, 'gone', { isDeactivated: true })
  await add(7, 'banned', { bannedUntil: T0 + 1 })
  await add(8, 'back', { bannedUntil: T0 - 1 })
  return tx
}

const said = async (markdown: string): Promise<string> =>
  docToMarkdown(await withMentions(await site(), markdownToDoc(markdown, 'comment').doc, T0)).trim()

describe('a typed name of a member becomes a mention, in the words that were typed', () => {
  test.each([
    ['@ada', '[@ada](/users/ada)'],
    ['@Ada, see this', '[@Ada](/users/ada), see this'],
    ['By user name @ben, by address @benjamin-k', 'By user name [@ben](/users/benjamin-k), by address [@benjamin-k](/users/benjamin-k)'],
    ['(@ada) “@nina-v”: @ada’s', '(<ada>) “<nina-v>”: <ada>’s'],
    ['@nina-v- and @ada.', '<nina-v>- and <ada>.'],
    ['**@ada** and *to @ada*', '<strong>[@ada](/users/ada)</strong> and <em>to [@ada](/users/ada)</em>'],
    ['Спроси @нгози.', 'Спроси <нгози>.'],
    ['@花子 と@adaさん、你好@ada', '<花子> と<ada>さん、你好<ada>'],
    ['＠ada', '<ada>'],
    ['> @ada\n\n- @ada', '> <ada>\n\n- <ada>'],
    ['@ada\n@ben', '<ada> [@ben](/users/benjamin-k)'],
    ['@ada@ada @ada', '\\@ada\\@ada <ada>'],
    ['@back', '<back>'],
  ])('%j', async (markdown, expected) => {
    expect(await said(markdown)).toBe(
      expected.replace(/<((?!\/?(?:strong|em)>)[^>]+)>/gu, (_all, name: string) => `[@${name}](/users/${name})`),
    )
  })
})

describe('stays as it is:', () => {
  test.each([
    ['a name of nobody', '@nobody-here'],
    ['a name that only looks alike', '@аda and @adа'],
    ['the name of an account that is deactivated, or banned', '@gone @banned'],
    ['code', '`@ada`'],
    ['a block of code', '```\n@ada\n```'],
    ['a link', '[see @ada](/posts)'],
    ['an address', 'At ftp://example.org/(@ada) and example.org/@ada and x=@ada'],
    ['a mail address', '[me@ada](mailto:me@ada) a.@ada'],
    ['a handle of another site, a package, a domain', '@ada@elsewhere.example @ada/tools @ada.example.org'],
    ['the middle of a word', 'x@ada _x_@ada'],
    ['part of a longer name', '@adamant @ada-lovelace @ada_2 @adaé'],
    ['a sign alone', '@ and @- and @@ada'],
  ])('%s', async (_what, markdown) => {
    const { doc } = markdownToDoc(markdown, 'comment')
    expect(await withMentions(await site(), doc, T0)).toBe(doc)
  })

  test('a name that a mark ends in the middle', async () => {
    const content = [
      { type: 'text', text: '@ad' },
      { type: 'text', text: 'a', marks: [{ type: 'bold' }] },
    ] as const
    const doc: Doc = { type: 'doc', content: [{ type: 'paragraph', content }] }
    expect(typedNames(doc)).toEqual([])
    expect(await withMentions(await site(), doc, T0)).toBe(doc)
  })
})

test('what has been understood is the same when it is understood again', async () => {
  const once = await withMentions(await site(), markdownToDoc('Hello @ada and @nobody', 'comment').doc, T0)
  expect(await withMentions(await site(), once, T0)).toBe(once)
})

test('one text names at most fifty members and holds two hundred mentions; a huge one takes no longer for it', () => {
  const many = markdownToDoc(Array.from({ length: 300 }, (_, n) => `@m${n}`).join(' '), 'essay').doc
  expect(typedNames(many)).toHaveLength(typedMentionLimits.names)
  const hostile: Doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: ' @a'.repeat(200_000) }] }] }
  const paragraph = withTypedMentions(hostile, () => 'a').content[0]
  expect(paragraph?.content?.filter(({ type }) => type === 'mention')).toHaveLength(typedMentionLimits.mentions)
})
