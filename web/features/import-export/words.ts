import type { RefusedWhy } from '#shared/formats/refused.ts'

/** What people are told of a file that is refused. Each is a whole sentence. */
export const refusedWords: Readonly<Record<RefusedWhy, string>> = {
  'too-large': 'It is larger than 20 MB, or its pictures are larger than 50 MB.',
  'too-long': 'Its text is longer than a post can be: a million characters or 20,000 blocks.',
  'too-deep': 'It is nested too deeply.',
  'too-many-entries': 'The archive contains more than 2,000 files.',
  bomb: 'It is too large when unpacked: over 50 MB, or over 100 times its size.',
  broken: 'It is damaged, or its extension is wrong.',
  encrypted: 'The archive has a password. Unpack it and choose the files in it.',
  empty: 'It contains no text.',
  'not-text': 'Its encoding isn’t supported. Save it as UTF-8.',
  'unknown-format': 'Its file type isn’t supported.',
  'too-many-texts': 'The file contains more than 5,000 texts; only the first 5,000 were read. Put the rest in another file.',
  'too-slow': 'It took longer than a minute, so it was stopped.',
}
