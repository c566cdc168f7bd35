import '../../../blocks/staff/staff-styles.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import type { loadSimilarComments } from '../similar-comments.load.ts'

type Page = ReturnType<typeof usePage<typeof loadSimilarComments>>
type Result = Exclude<NonNullable<Page['results']>, string>[number]

/** Comments that are like a text, or like another comment. */
export default function SimilarCommentsPage() {
  const { asked, index, results, maxText } = usePage<typeof loadSimilarComments>()
  return (
    <div className="narrow reports">
      <h1 className="page-title">Similar comments</h1>
      <p className="soft">
        Finds public comments with the same words, on this server and without a language model. Two comments that say the same in different
        words aren’t found.
      </p>
      <IndexPart index={index} />
      {index.kind === 'empty' ? null : (
        <>
          <SearchForm title="Search by text" id="text" bias={asked.commentId === '' ? asked.bias : 0}>
            <TextField
              {...{ id: 'text-value', name: 'text', label: 'Text', rows: 4, maxLength: maxText, dir: 'auto', required: true }}
              defaultValue={asked.text}
            />
          </SearchForm>
          <SearchForm title="Search by comment" id="comment" bias={asked.commentId === '' ? 0 : asked.bias}>
            <TextField
              {...{ id: 'comment-value', name: 'commentId', label: 'Comment id or link', maxLength: 300, required: true }}
              defaultValue={asked.commentId}
              autoComplete="off"
            />
          </SearchForm>
          {results === null ? null : <Results results={results} />}
        </>
      )}
    </div>
  )
}

function IndexPart({ index }: { readonly index: Page['index'] }) {
  const now = useNow()
  if (index.kind === 'building')
    return (
      <p role="status">
        The index is being built: {index.done} of {counted(index.total, 'comment')} read.{' '}
        <a href={moderationLinks.commentEmbeddings()}>Check again</a>
      </p>
    )
  const hasFailed = index.kind === 'empty' && index.hasFailed === true
  return (
    <>
      {hasFailed ? <Notice>The index couldn’t be built. The server’s log says why.</Notice> : null}
      <MutationForm name="commentSimilarity.build" about={{}} className="compose">
        {index.kind === 'empty' ? (
          <p className="empty">The index is empty, so nothing can be searched yet. It’s kept in memory, so a restart empties it.</p>
        ) : (
          <p className="meta soft">
            {counted(index.count, 'comment')} in the index{index.isCut ? ', the newest' : ''}, built <Time at={index.builtAt} now={now} />.
            Newer comments aren’t in it.
          </p>
        )}
        <div className="compose-acts">
          <button className={index.kind === 'empty' ? 'btn primary' : 'btn'}>
            {index.kind === 'empty' ? 'Build index' : 'Rebuild index'}
          </button>
        </div>
      </MutationForm>
    </>
  )
}

interface SearchFormProps {
  readonly title: string
  readonly id: string
  readonly bias: number
  readonly children: React.ReactNode
}

function SearchForm({ title, id, bias, children }: SearchFormProps) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 className="section" id={`${id}-title`}>
        {title}
      </h2>
      <form className="compose" action={`${moderationLinks.commentEmbeddings()}#results-title`}>
        {children}
        <TextField
          {...{ id: `${id}-bias`, name: 'bias', label: 'Weight of karma, in percent', type: 'number', min: 0, max: 100 }}
          hint="0 ranks by likeness alone"
          defaultValue={String(bias)}
        />
        <div className="compose-acts">
          <button className="btn">
            Search<span className="sr">: {title}</span>
          </button>
        </div>
      </form>
    </section>
  )
}

function Results({ results }: { readonly results: NonNullable<Page['results']> }) {
  return (
    <section aria-labelledby="results-title">
      <h2 className="section" id="results-title">
        Results
      </h2>
      {results === 'unknown' ? (
        <p className="empty">There is no public comment with that id.</p>
      ) : results === 'busy' ? (
        <p className="empty">Others are searching right now. Try again in a moment.</p>
      ) : results.length === 0 ? (
        <p className="empty">No similar comments found.</p>
      ) : (
        <ol className="plain-list">
          {results.map((result) => (
            <ResultRow key={result.id} result={result} />
          ))}
        </ol>
      )}
    </section>
  )
}

function ResultRow({ result: { id, score, likeness, karma, at, title, by, href, text } }: { readonly result: Result }) {
  return (
    <li>
      <p className="row-title" dir="auto">
        <a href={href}>{title}</a>
      </p>
      <p className="meta report-facts">
        <span>Score {score.toFixed(2)}</span>
        <span>Likeness {likeness.toFixed(2)}</span>
        {karma === null ? null : <span>{karma} karma</span>}
        <PersonLink person={by} />
        <Time at={at} now={useNow()} />
        <a href={moderationLinks.commentEmbeddings({ commentId: id })}>
          Find similar<span className="sr"> to this comment</span>
        </a>
      </p>
      <p className="said clamp" dir="auto">
        {text}
      </p>
    </li>
  )
}
