/**
 * Bugs planted on purpose, to test the tests: each must be found within 200 seeds. They live here
 * alone, as wrappings of ports and messages that the shipped cores are given; nothing in the
 * product can be switched to them.
 */
export const bugs = {
  'no-dedupe': 'the server forgets what it has answered: a repeated number is taken for a new one',
  'commit-split': 'the effect of a mutation is committed before its number',
  'cursor-without-rows': 'a device moves its cursor on in a transaction before that of the rows',
  'refusal-does-not-advance': 'a refused number is not taken',
  'queue-cleared-on-send': 'a device forgets a mutation when it sends it',
  'refused-text-dropped': 'a refused mutation is thrown away',
  'drop-keeps-rows': 'a device that must let go of a shape keeps its rows',
  'page-skips': 'the server moves a device past rows that it has not sent',
  'page-ungated': 'pages are not judged by who reads them',
  'leader-without-term': 'what a former leader brings is taken in',
  'offered-mutation-merged': 'a mutation that may have been sent is replaced by a later one of its key',
  'answer-before-commit': 'the server answers before the mutation is on disk',
  'optimism-confirmed': 'what a person did is written among the confirmed rows at once',
  'later-lost': 'a mutation that is told to wait is not sent again',
  'restore-unnoticed': 'a device does not look whether the server knows fewer numbers than it did',
  'leaver-follows': 'who may follow a conversation is not asked: those who left it go on hearing of it',
  'messages-overtake': 'a message that is written goes before the one that still waits',
  'jitter-off': 'devices that lost the server together come back together',
} as const
export type BugName = keyof typeof bugs

export function bugNamed(name: string): BugName {
  if (name in bugs) return name as BugName // in the list above
  throw new Error(`no bug is called ${name}; there are ${Object.keys(bugs).join(', ')}`)
}
