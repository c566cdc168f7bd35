import type { RefusedWhy } from '#shared/formats/refused.ts'

/** What people are told of a file that is refused. Each is a whole sentence. */
export const refusedWords: Readonly<Record<RefusedWhy, string>> = {
  'too-large': 'It is larger than 20 MB, or its pictures are larger than 50 MB.',
  'too-long': 'Its text is longer than a post may be: a million characters, or 20,000 parts.',
  'too-deep': 'It is nested deeper than any text that people write.',
  'too-many-entries': 'The archive holds more than 2,000 files.',
  bomb: 'Unpacked it would be larger than 50 MB, or a hundred times larger than it is: such archives are made to do harm.',
  broken: 'It is damaged, or not what its name says.',
  encrypted: 'The archive has a password. Unpack it and choose the files in it.',
  empty: 'There is no text in it.',
  'not-text': 'It is not text in an encoding that is in use. Save it as UTF-8.',
  'unknown-format': 'It is none of the kinds of files that can be read here.',
  'too-many-texts': 'The file holds more than 5,000 texts; the first 5,000 are here. Take the rest out into a file of their own.',
  'too-slow': 'It took longer than a minute, and was stopped.',
}
