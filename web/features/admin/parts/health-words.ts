import type { SeriesName } from '#shared/pages/health-view.ts'

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
    words: 'Response time that 99% of requests stay under, rounded up. Network time is not included.',
    limit: {
      above: 500,
      words:
        'Readers notice from half a second. If the event loop is delayed too, this process is overloaded; otherwise check the database.',
    },
  },
  {
    name: 'faults',
    title: 'Errors (5xx)',
    unit: 'a minute',
    words: 'Requests that failed with a server error.',
    limit: { above: 0, words: 'Each one is a bug or an outage. See Errors.' },
  },
  {
    name: 'requests',
    title: 'Requests',
    unit: 'a second',
    words: 'All responses, including files and cached pages.',
    limit: null,
  },
  {
    name: 'fromCache',
    title: 'Pages from the cache',
    unit: '%',
    words: 'The rest were rendered. Low when traffic is low or writes are many.',
    limit: null,
  },
  {
    name: 'loopDelay',
    title: 'Event loop delay',
    unit: 'ms',
    words: 'Delay that 99% of turns stay under. Every response waits this long.',
    limit: {
      above: 100,
      words: 'From 0.1 s, writing together feels slow. Add another process.',
    },
  },
  {
    name: 'processor',
    title: 'Processor',
    unit: '% of one core',
    words: 'All threads: pages, writes, compression, documents.',
    limit: { above: 90, words: 'Near 100%, pages start to wait. Add another process if you have a free core.' },
  },
  {
    name: 'memory',
    title: 'Memory',
    unit: 'MiB',
    words: 'Total memory of this process: about 100 at rest, up to 64 for cached pages, 6 kB per device.',
    limit: { above: 600, words: 'More than caches and devices explain. Restart the process and watch what grows.' },
  },
  {
    name: 'devices',
    title: 'Devices connected',
    unit: '',
    words: 'Signed-in devices with a live connection.',
    limit: null,
  },
  {
    name: 'rooms',
    title: 'Open documents',
    unit: '',
    words: 'Documents in memory; they are unloaded 30 seconds after the last writer leaves.',
    limit: null,
  },
  {
    name: 'mutations',
    title: 'Mutations',
    unit: 'a second',
    words: 'Votes, comments and other changes sent by devices.',
    limit: null,
  },
  {
    name: 'acks',
    title: 'p99 mutation time',
    unit: 'ms',
    words: 'From receiving a mutation until it is stored and acknowledged.',
    limit: { above: 1_000, words: 'From 1 s, people see “Not sent”. Check the disk and the database.' },
  },
  {
    name: 'lag',
    title: 'Journal lag',
    unit: 'entries',
    words: 'Entries that search, notifications and caches haven’t processed. Some lag during an import is normal.',
    limit: { above: 5_000, words: 'A consumer is stuck. The list below shows which; the log shows why.' },
  },
]

/** Two figures at least; whole from 100 on. */
export function figure(value: number): string {
  return value >= 100 ? String(Math.round(value)).replace(/\B(?=(\d{3})+$)/gu, ',') : String(Number(value.toPrecision(2)))
}

export const withUnit = (value: number, unit: string): string => (unit === '' ? figure(value) : `${figure(value)} ${unit}`)
