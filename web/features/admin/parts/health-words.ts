import type { SeriesName } from '#shared/health/view.ts'

/** From where on a value is worth a look. */
interface Limit {
  readonly above: number
  /** What readers notice, and what helps. */
  readonly words: string
}

export interface SeriesWords {
  readonly name: SeriesName
  readonly title: string
  /** After the number. */
  readonly unit: string
  readonly words: string
  readonly limit: Limit | null
}

/** What each curve shows, in the order in which one looks at them. */
export const seriesWords: readonly SeriesWords[] = [
  {
    name: 'waits',
    title: 'p99 response time',
    unit: 'ms',
    words: 'How long the slowest of a hundred answers took here, rounded up to 1, 2 or 5. The way to the reader is not in it.',
    limit: {
      above: 500,
      words:
        'From half a second on readers notice. Look at the event loop: late, it is this process that has too much to do; in time, it is the store.',
    },
  },
  {
    name: 'faults',
    title: 'Errors (5xx)',
    unit: 'a minute',
    words: 'Requests that were answered with an error of ours.',
    limit: { above: 0, words: 'Each is a bug or a broken part: Errors has them.' },
  },
  {
    name: 'requests',
    title: 'Requests',
    unit: 'a second',
    words: 'Answers of every kind, files and kept pages included.',
    limit: null,
  },
  {
    name: 'fromCache',
    title: 'Pages from the cache',
    unit: '%',
    words: 'The rest had to be made. Low where little is asked, or much is written.',
    limit: null,
  },
  {
    name: 'loopDelay',
    title: 'Event loop delay',
    unit: 'ms',
    words: 'How late the slowest of a hundred turns was; everything this process answers waits so long.',
    limit: {
      above: 100,
      words: 'From a tenth of a second on typing together feels sluggish. Another process beside this one takes half of its work.',
    },
  },
  {
    name: 'processor',
    title: 'Processor',
    unit: '% of one core',
    words: 'All threads together: pages, writing, compressing, documents.',
    limit: { above: 90, words: 'Near a whole core pages begin to wait. Another process takes half of it, if there is a core for it.' },
  },
  {
    name: 'memory',
    title: 'Memory',
    unit: 'MiB',
    words: 'All that this process holds in memory: some 100 at rest, 64 of it pages, 6 kB a device.',
    limit: { above: 600, words: 'More than caches and devices explain: note what grows, and restart it.' },
  },
  {
    name: 'devices',
    title: 'Devices connected',
    unit: '',
    words: 'Signed-in readers’ devices that hear of news at once.',
    limit: null,
  },
  {
    name: 'rooms',
    title: 'Texts being written',
    unit: '',
    words: 'Documents in memory; they leave it half a minute after their last writer.',
    limit: null,
  },
  {
    name: 'mutations',
    title: 'Mutations',
    unit: 'a second',
    words: 'Votes, comments, marks that devices have sent.',
    limit: null,
  },
  {
    name: 'acks',
    title: 'Slowest hundredth of mutations',
    unit: 'ms',
    words: 'From the arrival of a mutation until it is on disk and answered.',
    limit: { above: 1_000, words: 'From a second on “Not sent” is seen. Look at the disk, or at the database’s own waits.' },
  },
  {
    name: 'lag',
    title: 'Furthest behind in the journal',
    unit: 'entries',
    words: 'What search, notices and caches have yet to see. Some during an import is no harm.',
    limit: { above: 5_000, words: 'Somebody hangs: the list below says who, the log says why.' },
  },
]

/** Two figures at least; whole from 100 on. */
export function figure(value: number): string {
  return value >= 100 ? String(Math.round(value)).replace(/\B(?=(\d{3})+$)/gu, ',') : String(Number(value.toPrecision(2)))
}

export const withUnit = (value: number, unit: string): string => (unit === '' ? figure(value) : `${figure(value)} ${unit}`)
