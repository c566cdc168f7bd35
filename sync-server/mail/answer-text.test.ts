import { expect, test } from 'vitest'
import { answerIn, answerMark } from './answer-text.ts'

const lines = (...all: readonly string[]): string => all.join('\n')

test.each([
  ['own words alone', lines('Yes.', '', 'At noon: bring the lamp.'), lines('Yes.', '', 'At noon: bring the lamp.')],
  [
    'our mail below',
    lines(
      'Yes.',
      '',
      'On Mon, 30 Nov 2026 at 18:22, Night Harbour <noreply@essays.example> wrote:',
      '',
      `> --- ${answerMark} ---`,
      '> Hi Ben,',
    ),
    'Yes.',
  ],
  [
    'an attribution of two lines',
    lines('Yes.', '', 'On Mon, 30 Nov 2026 at 18:22, Night Harbour', '<noreply@essays.example> wrote:', '> Hi Ben,', '> there'),
    'Yes.',
  ],
  ['an attribution in German', lines('Ja.', 'Am 30.11.2026 um 18:22 schrieb Night Harbour:', '> Hallo', '', '>', ''), 'Ja.'],
  ['our mail quoted without signs', lines('Yes.', '', `--- ${answerMark} ---`, '', 'Hi Ben,', 'Ada sent you a message'), 'Yes.'],
  [
    'headers that are quoted',
    lines('Yes.', '', 'From: Night Harbour <noreply@essays.example>', 'Sent: Monday', 'To: Ben', 'Subject: x', '', 'Hi Ben'),
    'Yes.',
  ],
  [
    'headers that are quoted in German',
    lines('Ja.', '________________________________', 'Von: N <n@essays.example>', 'Gesendet: Montag', 'An: Ben', 'Hallo'),
    'Ja.',
  ],
  ['an original message', lines('Yes.', '-----Original Message-----', 'Hi Ben'), 'Yes.'],
  ['a signature', lines('Yes.', '-- ', 'Ben Okri', '+44 20 7946 0000'), 'Yes.'],
  ['a telephone’s signature', lines('Yes.', '', 'Sent from my iPhone', '', '> Hi Ben'), 'Yes.'],
  [
    'words below what is quoted',
    lines('On 30 Nov 2026, at 18:22, Harbour <n@essays.example> wrote:', '> Hi Ben,', '> Shall we?', '', 'Yes.'),
    'Yes.',
  ],
  [
    'an answer line by line',
    lines('Good.', '> Shall we?', 'Yes.', '> When?', 'At noon.', '> Bye'),
    lines('Good.', '> Shall we?', 'Yes.', '> When?', 'At noon.'),
  ],
  ['a list that ends with a colon', lines('Bring these:', '', '> Hi Ben'), 'Bring these:'],
  ['an end like an attribution', lines('The plan for 2026, at 10:30:'), 'The plan for 2026, at 10:30:'],
  ['nothing but a quotation', lines('On 30 Nov 2026, at 18:22, Harbour <n@essays.example> wrote:', '> Hi Ben,'), ''],
  ['controls and lines of Windows', 'Yes.\u0000\u0007\r\nAt noon.\r\n', lines('Yes.', 'At noon.')],
])('of a mail with %s its sender’s words are taken', (_what, text, expected) => {
  expect(answerIn(text)).toBe(expected)
})

test.each([':', 'a: ', '> ', 'a b: c@', '\n', '-', '2026 ', '_', 'On 2026 10:10 a@b:\n', 'a:\n> b\n'])(
  'two million characters of %j are gone through once',
  (part) => {
    expect(answerIn(part.repeat(2_000_000 / part.length)).length).toBeLessThanOrEqual(2_000_000)
  },
)
