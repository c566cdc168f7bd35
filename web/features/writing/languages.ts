/**
 * What a post may be written in, by the language's own name. Others can be added by their BCP 47
 * tag; the order is the reader's alphabet.
 */
export const languages: readonly (readonly [tag: string, name: string])[] = [
  ['ar', 'العربية'],
  ['bn', 'বাংলা'],
  ['ca', 'Català'],
  ['cs', 'Čeština'],
  ['cy', 'Cymraeg'],
  ['da', 'Dansk'],
  ['de', 'Deutsch'],
  ['el', 'Ελληνικά'],
  ['en', 'English'],
  ['eo', 'Esperanto'],
  ['es', 'Español'],
  ['et', 'Eesti'],
  ['eu', 'Euskara'],
  ['fa', 'فارسی'],
  ['fi', 'Suomi'],
  ['fr', 'Français'],
  ['ga', 'Gaeilge'],
  ['he', 'עברית'],
  ['hi', 'हिन्दी'],
  ['hr', 'Hrvatski'],
  ['hu', 'Magyar'],
  ['id', 'Bahasa Indonesia'],
  ['is', 'Íslenska'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['la', 'Latina'],
  ['lt', 'Lietuvių'],
  ['lv', 'Latviešu'],
  ['nb', 'Norsk bokmål'],
  ['nl', 'Nederlands'],
  ['nn', 'Norsk nynorsk'],
  ['pl', 'Polski'],
  ['pt', 'Português'],
  ['ro', 'Română'],
  ['ru', 'Русский'],
  ['sk', 'Slovenčina'],
  ['sl', 'Slovenščina'],
  ['sr', 'Српски'],
  ['sv', 'Svenska'],
  ['sw', 'Kiswahili'],
  ['th', 'ไทย'],
  ['tr', 'Türkçe'],
  ['uk', 'Українська'],
  ['ur', 'اردو'],
  ['vi', 'Tiếng Việt'],
  ['yi', 'ייִדיש'],
  ['zh-Hans', '简体中文'],
  ['zh-Hant', '繁體中文'],
]

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur', 'yi'])

/**
 * Of a field for a text in that language: one in another script is still shown from its own side.
 */
export const fieldDirectionOf = (lang: string): 'auto' | 'rtl' => (directionOf(lang) === 'rtl' ? 'rtl' : 'auto')

export const directionOf = (lang: string): 'ltr' | 'rtl' => (rightToLeft.has(lang.split('-')[0] ?? '') ? 'rtl' : 'ltr')
