import type { FormEvent } from 'react'
import type { PostFilter, Timeframe } from '#shared/feed/archive.ts'
import type { PostSort } from '#shared/feed/queries.ts'
import { links } from '#shared/links.ts'
import { useNavigate } from '../../../data/navigation.ts'
import type { usePage } from '../../../data/page.ts'
import type { loadAllPosts } from '../archive.load.ts'

const timeframeWords: Readonly<Record<Timeframe, string>> = {
  daily: 'By day',
  weekly: 'By week',
  monthly: 'By month',
  yearly: 'By year',
  allTime: 'All time',
  exponential: 'Expanding timeframes',
}
const sortWords: Readonly<Record<PostSort, string>> = {
  magic: 'Hot',
  top: 'Top',
  topAdjusted: 'Top (inflation-adjusted)',
  recentComments: 'Recent comments',
  new: 'New',
  old: 'Old',
}
const filterWords: Readonly<Record<PostFilter, string>> = {
  all: 'All posts',
  frontpage: 'Frontpage',
  curated: 'Curated',
  events: 'Events',
  questions: 'Questions',
  linkpost: 'Links',
}

/** What the archive shows: a plain form, folded to one line that says the present choice. */
export function ArchiveControls({
  page: { params, showsLowKarma, lowKarma },
}: {
  readonly page: ReturnType<typeof usePage<typeof loadAllPosts>>
}) {
  const navigate = useNavigate()
  // Without leaving the document, which would end what keeps the choice.
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const)
    keepChoice(fields)
    void navigate(links.allPosts(Object.fromEntries(fields)))
  }
  const choice = [timeframeWords[params.timeframe], sortWords[params.sort], filterWords[params.filter]]
    .map((word, at) => (at === 0 ? word : word.charAt(0).toLowerCase() + word.slice(1)))
    .join(', ')
  return (
    <details className="controls" key={JSON.stringify(params)} open={params.after !== null || params.before !== null || undefined}>
      <summary>
        <span className="sr">Show: </span>
        {choice}
      </summary>
      <form method="get" action={links.allPosts()} onSubmit={choose}>
        {params.tag === null ? null : <input type="hidden" name="tag" value={params.tag} />}
        <Choice id="timeframe" label="Time" value={params.timeframe} words={timeframeWords} />
        <Choice id="sortedBy" label="Order" value={params.sort} words={sortWords} />
        {params.tag === null ? <Choice id="filter" label="Posts" value={params.filter} words={filterWords} /> : null}
        <div className="field">
          <label htmlFor="after">From</label>
          <input className="input" id="after" name="after" type="date" defaultValue={params.after ?? ''} />
        </div>
        <div className="field">
          <label htmlFor="before">Before</label>
          <input className="input" id="before" name="before" type="date" defaultValue={params.before ?? ''} />
        </div>
        <p className="check">
          <input id="low" type="checkbox" name="karmaThreshold" value={lowKarma} defaultChecked={showsLowKarma} />
          <label htmlFor="low">Include low-scoring posts</label>
        </p>
        <p className="check">
          <input id="reverse" type="checkbox" name="reverse" value="true" defaultChecked={params.reverse} />
          <label htmlFor="reverse">Oldest first</label>
        </p>
        <p className="check">
          <input id="events" type="checkbox" name="includeEvents" value="true" defaultChecked={params.includesEvents} />
          <label htmlFor="events">Include events</label>
        </p>
        <button className="btn">Show</button>
      </form>
    </details>
  )
}

/** A member finds the archive again as they last chose it. */
function keepChoice(fields: readonly (readonly [string, string])[]): void {
  import('./save-archive.ts').then(({ saveArchive }) => saveArchive(fields)).catch(reportError)
}

interface ChoiceProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly words: Readonly<Record<string, string>>
}

function Choice({ id, label, value, words }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={id} defaultValue={value}>
        {Object.entries(words).map(([choice, word]) => (
          <option key={choice} value={choice}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}
