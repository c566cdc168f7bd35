import type { HealthHistory } from '#shared/pages/health-view.ts'
import { windows } from '#shared/pages/health-view.ts'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import { figure, seriesWords } from './health-words.ts'

const rows = 12

/** What the curves show, as a table of a dozen rows: the most of each while. */
export function HealthTable({ history }: { readonly history: HealthHistory }) {
  const { everyMs, values } = windows[history.window]
  const each = values / rows
  const maxOf = (series: readonly (number | null)[], row: number): string => {
    const known = series.slice(row * each, (row + 1) * each).filter((value) => value !== null)
    return known.length === 0 ? '–' : figure(Math.max(...known))
  }
  return (
    <details className="confirm">
      <summary>Data as a table</summary>
      <ScrollBox label="Data as a table">
        <table className="nums meta health-table">
          <caption className="meta soft">Peak of each interval, newest first. Times are UTC.</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              {seriesWords.map(({ name, title, unit }) => (
                <th key={name} scope="col">
                  {unit === '' ? title : `${title}, ${unit}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, n) => rows - 1 - n).map((row) => (
              <tr key={row}>
                <th scope="row">{clockOf(history.from + row * each * everyMs)}</th>
                {seriesWords.map(({ name }) => (
                  <td key={name}>{maxOf(history.series[name] ?? [], row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  )
}

/** `25 Nov 22:05`, in UTC. */
function clockOf(at: number): string {
  const [, , day = '', month = '', , time = ''] = /^(\w+), (\d+) (\w+) (\d+) (\d+:\d+)/u.exec(new Date(at).toUTCString()) ?? []
  return `${Number(day)} ${month} ${time}`
}
