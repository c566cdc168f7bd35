import * as z from 'zod/mini'
import { accountLimits } from './rules.ts'

/**
 * Names that people are known and sign in by. Two names that look the same have one skeleton, and
 * no two members share one, so nobody can pass for somebody else. After the idea of Unicode TS 39
 * §4 (skeletons), with a table of our own: small, because words that mix scripts are refused, and
 * stricter, because case, separators and the usual digit tricks count as alike too.
 */

/** What one signs in with. Refused rather than repaired: the person must type the same again. */
export const UserName = z.string().check(
  z.minLength(accountLimits.userName.min),
  z.maxLength(accountLimits.userName.max),
  z.refine((name) => isCleanName(name) && !name.includes('@'), 'not a user name'),
)

/** What others see. NFC; may hold joiners where a script needs them. */
export const DisplayName = z.pipe(
  z.string(),
  z.pipe(
    z.transform((name: string) => name.normalize('NFC').replace(/\s+/gu, ' ').trim()),
    z.string().check(
      z.minLength(accountLimits.displayName.min),
      z.maxLength(accountLimits.displayName.max),
      z.refine((name) => isCleanName(name.replace(joinerBetweenLetters, '')), 'not a name'),
    ),
  ),
)

// U+200C and U+200D between letters: Persian, Indic scripts. In emoji they join pictures; a name
// can do without.
const joinerBetweenLetters = /(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})/gu
// Controls, format characters (bidi, zero width, BOM), surrogates, private use, unassigned,
// separators but the plain space, variation selectors and other ignorables, and what an address or
// a mail header gives a meaning to.
const refused = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\/<>"]|(?! )\p{Zs}/u
const pileOfMarks = /\p{M}{4}/u

function isCleanName(name: string): boolean {
  if (name !== name.normalize('NFC') || name !== name.trim() || name.includes('  ')) return false
  if (refused.test(name) || pileOfMarks.test(name) || !/[\p{L}\p{N}]/u.test(name)) return false
  return name.split(/[^\p{L}\p{M}\p{N}]+/u).every(isOfOneScript)
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Georgian}/u,
  // One group: Japanese and Korean mix them in a word.
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
]

function isOfOneScript(word: string): boolean {
  return scripts.filter((script) => script.test(word)).length <= 1
}

/** What is alike for the eye has one skeleton. Only for comparing; never shown. */
export function nameSkeleton(name: string): string {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKD')
  const letters = Array.from(folded, (character) => lookAlikes.get(character) ?? character).join('')
  return letters
    .replace(/rn/gu, 'm')
    .replace(/vv/gu, 'w')
    .replace(/[\s\p{Pd}\p{Pc}.·•]+/gu, '-')
    .normalize('NFC')
}

/**
 * Each row: a plain letter, then what looks like it in small or capital form. Letters that NFKD and
 * lower case make equal are left out.
 */
const rows = `
a аαɑа ꭺ ɐ
b вβьƅʙᏼ
c сϲᴄⅽ
d ԁɗժᏧ
e еεєҽ ꬲ
f ƒꞙẝ
g ɡցɢԍ
h нһηհʜᏂ
j јϳյ
k кκᴋĸқ
l i1|!ıіιӏǀɩɪⅼӀǃ׀ן١
m мμᴍ
n пոռɴ
o 0оοσօחסο੦૦௦๐໐ዐѳ
p рρᴘ
q ԛգզ
r гʀᴦ
s ѕꜱƽ
t тτᴛ
u υսʋᴜц
v νѵᴠט
w ѡԝωաᴡɯ
x хχ×ᕁ
y уүγуʏ
z ᴢζʐ
' ’‘ʼʻ\`´′ʹ
`

const lookAlikes: ReadonlyMap<string, string> = new Map(
  rows
    .trim()
    .split('\n')
    .flatMap((row) => Array.from(row.slice(2).replaceAll(' ', ''), (character): [string, string] => [character, row.charAt(0)])),
)

const reserved = new Set(
  (
    'admin administrator admins administrators adm administration administrative adminteam siteadmin siteadministration sysadm sysop sysops ' +
    'webadmin forumadmin moderation moderating modteam management manager managers webteam postmasters itsupport root sysadmin superuser system sys server daemon operator owner webmaster hostmaster postmaster mailer-daemon ' +
    'moderator moderators mod mods staff team crew official support help helpdesk contact info press legal privacy security abuse noc billing ' +
    'noreply no-reply donotreply newsletter notification notifications mail email anonymous anon anonym unknown deleted removed nobody somebody ' +
    'everyone all here me you self guest guests visitor visitors member members user users account accounts null undefined none true false nan ' +
    'api www web http https feed rss sitemap robots login logout signin signup signout register settings about search new edit test testing ' +
    'bot robot curator curators editor editors community site lyceum'
  )
    .split(' ')
    .map(withoutSeparators),
)

/**
 * Names that would speak for the site, or for nobody. `more`: further ones, such as the site's own
 * name.
 */
export function isReservedName(name: string, more: readonly string[] = []): boolean {
  const key = withoutSeparators(name)
  return reserved.has(key) || more.some((other) => withoutSeparators(other) === key)
}

function withoutSeparators(name: string): string {
  return nameSkeleton(name).replace(/[-'[\](){}]/gu, '')
}
