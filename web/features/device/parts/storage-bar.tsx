import { byteWords } from '../../../blocks/byte-words.ts'
import type { DeviceSizes } from '../../../data/device/device-api.ts'

const kinds = [
  { kind: 'threads', word: 'Posts and comments', sign: 'a' },
  { kind: 'pages', word: 'Saved pages', sign: 'b' },
  { kind: 'pictures', word: 'Pictures', sign: 'd' },
  { kind: 'own', word: 'Votes, bookmarks and history', sign: 'e' },
  { kind: 'work', word: 'Your unsent work', sign: 'c' },
] as const

const classes = [
  { keep: 'pinned', word: 'saved by you' },
  { keep: 'own', word: 'your own' },
  { keep: 'visited', word: 'recently visited' },
  { keep: 'prefetched', word: 'downloaded for offline reading' },
  { keep: 'work', word: 'unsent, never removed automatically' },
] as const

/** How the room is used: a bar by kind, its words below, and how much of it leaves by itself. */
export function StorageBar({ sizes }: { readonly sizes: DeviceSizes }) {
  const { byKind, byClass, total, budget } = sizes
  const whole = Math.max(budget, total, 1)
  const widths = kinds.map(({ kind }) => (byKind[kind] / whole) * 100)
  const used = kinds.filter(({ kind }) => byKind[kind] > 0)
  const shown = used.length === 0 ? kinds.slice(0, 1) : used
  const words = shown.map(({ kind, word }) => `${word} ${byteWords(byKind[kind])}`).join(', ')
  return (
    <>
      <svg
        className="bar"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${byteWords(total)} of ${byteWords(budget)} used: ${words}`}
      >
        {kinds.map(({ kind, sign }, at) => (
          <rect
            key={kind}
            className={`seg ${sign}`}
            x={widths.slice(0, at).reduce((sum, width) => sum + width, 0)}
            width={widths[at]}
            height="10"
          />
        ))}
      </svg>
      <ul className="legend meta">
        {shown.map(({ kind, word, sign }) => (
          <li key={kind}>
            <i className={`key ${sign}`} aria-hidden="true" />
            {word}
            <b>{byteWords(byKind[kind])}</b>
          </li>
        ))}
      </ul>
      <p className="meta soft">
        Used:{' '}
        {classes
          .filter(({ keep }) => byClass[keep] > 0)
          .map(({ keep, word }) => `${byteWords(byClass[keep])} ${word}`)
          .join(', ') || 'nothing yet'}
        . When space runs low, downloads for offline reading are removed first, then the pages you visited longest ago.
        {sizes.usage === null || sizes.quota === null
          ? ''
          : ` In total this site uses ${byteWords(sizes.usage)} of the ${byteWords(sizes.quota)} your browser allows.`}
      </p>
    </>
  )
}
