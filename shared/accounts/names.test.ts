import { describe, expect, test } from 'vitest'
import { Email, claimKeyOf, emailKeyOf } from './email.ts'
import { DisplayName, isReservedName, nameSkeleton, UserName } from './names.ts'

describe('look-alikes', () => {
  test.each([
    ['ada', 'Ada'],
    ['ada', 'аdа'],
    ['paypal', 'раураl'],
    ['Ian', 'lan'],
    ['bill', 'bi11'],
    ['bob', 'B0B'],
    ['bob smith', 'bob_smith'],
    ['bob smith', 'bob-smith'],
    ['modern', 'modem'],
    ['vvim', 'wim'],
    ['wim', 'ｗｉｍ'],
    ['wim', '𝓌𝒾𝓂'],
    ['scope', 'ѕсоре'],
    ['nora', 'ոօra'],
    ['Ζoe', 'Zoe'],
    ['o’hara', "o'hara"],
    ['straße', 'strasse'],
    ['İpek', 'i̇pek'],
    ['fi', 'ﬁ'],
    ['x\u200Dy', 'xy'],
  ])('%s and %s have one skeleton', (a, b) => {
    // German sharp s is two letters to whoever reads it aloud, but not to the eye: it alone is not
    // alike.
    expect(nameSkeleton(a) === nameSkeleton(b)).toBe(a !== 'straße')
  })
  test.each([
    ['ada', 'eda'],
    ['josé', 'jose'],
    ['Müller', 'Muller'],
    ['bob', 'bob2'],
    ['李', '季'],
    ['ann', 'anna'],
  ])('%s and %s have two', (a, b) => {
    expect(nameSkeleton(a)).not.toBe(nameSkeleton(b))
  })
})

describe('user names', () => {
  test.each([
    'ab',
    'Ada Lovelace',
    'o’hara',
    'josé',
    'Ольга',
    '山田太郎',
    'ひらがな漢字',
    'Ἀριστοτέλης',
    'محمد',
    'bob_smith.99',
    'Ada Ольга',
    'x'.repeat(70),
  ])('%s is one', (name) => {
    expect(UserName.safeParse(name).success).toBe(true)
  })
  test.each([
    ['too short', 'a'],
    ['too long', 'x'.repeat(71)],
    ['white space before', ' ada'],
    ['white space after', 'ada '],
    ['two spaces', 'ada  b'],
    ['a tab', 'ada\tb'],
    ['a line break', 'ada\nb'],
    ['NUL', 'ada\0'],
    ['BOM', '\uFEFFada'],
    ['a direction override', 'ada\u202Egnp'],
    ['an isolate', '\u2066ada'],
    ['zero width', 'a\u200Bda'],
    ['a joiner', 'a\u200Dda'],
    ['a soft hyphen', 'a\u00ADda'],
    ['a no-break space', 'ada\u00A0b'],
    ['a slash', 'a/b'],
    ['a backslash', 'a\\b'],
    ['markup', '<b>'],
    ['a quote', 'a"b'],
    ['an address', 'ada@b'],
    ['Latin with Cyrillic in one word', 'pаypal'],
    ['Latin with Greek in one word', 'αda'],
    ['a pile of marks', 'a\u0300\u0301\u0302\u0303\u0304'],
    ['nothing but signs', '--'],
    ['half a character', 'ab\uD800'],
    ['letters put together otherwise', 'e\u0301va'],
    ['Hangul filler', '\u3164\u3164'],
    ['tag characters', 'ada\u{E0041}'],
  ])('%s is refused', (_what, name) => {
    expect(UserName.safeParse(name).success).toBe(false)
  })
})

describe('shown names', () => {
  test.each([
    ['  Ada   Lovelace ', 'Ada Lovelace'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['e\u0301va', 'éva'],
    ['X', 'X'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(DisplayName.parse(typed)).toBe(kept)
  })
  test.each(['', ' ', '\u202Eada', '\u200Dada', 'x'.repeat(71), '<script>'])('%j is refused', (typed) => {
    expect(DisplayName.safeParse(typed).success).toBe(false)
  })
})

test.each([
  'admin',
  'Admin',
  'аdmin',
  'ＡＤＭＩＮ',
  'admln',
  'm0derator',
  'no-reply',
  'NoReply',
  'root',
  '[deleted]',
  'Lyceum',
  'adm',
  'A-D-M',
  'administration',
  'Administrators',
  'sysadm',
  'sysop',
  'moderation',
  'modteam',
  'management',
])('%s speaks for the site', (name) => {
  expect(isReservedName(name)).toBe(true)
})
test('the site’s own name is reserved, however it is spaced', () => {
  expect(isReservedName('The Late Harbour')).toBe(false)
  expect(isReservedName('the-lаte_harbour', ['The Late Harbour'])).toBe(true)
})

describe('email addresses', () => {
  test.each([
    'a@b.co',
    'first.last+tag@sub.example.org',
    "o'hara@example.org",
    '"quoted"@example.org',
    'jürgen@müller.example',
    'x@xn--bcher-kva.example',
    '  spaced@example.org ',
  ])('%s can be written to', (email) => {
    expect(Email.safeParse(email).success).toBe(true)
  })
  test.each([
    '',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a@@b.co',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a@-b.co',
    'a@b-.co',
    'a@b.1',
    'a@[127.0.0.1]',
    'a b@c.co',
    'a@b.co,c@d.co',
    'a@b.co;c@d.co',
    'a@b.co\nBcc: c@d.co',
    'a@b.co\r\nBcc:c@d.co',
    'a@b.co%0aBcc:c\n@d.co',
    '<a@b.co>',
    'Ada <a@b.co>',
    'a(comment)@b.co',
    '"a\nb"@c.co',
    '"a b"@c.co',
    'a\0@b.co',
    'a\u2028@b.co',
    `${'x'.repeat(65)}@b.co`,
    `a@${'x'.repeat(64)}.co`,
    `a@${'x.'.repeat(126)}co`,
  ])('%j cannot', (email) => {
    expect(Email.safeParse(email).success).toBe(false)
  })
  test('no claim to an address equals the address of anybody who proved it', () => {
    expect(Email.safeParse(claimKeyOf('a@b.co', 'x')).success).toBe(false)
    expect(emailKeyOf(' A@B.co')).toBe('a@b.co')
  })
})
