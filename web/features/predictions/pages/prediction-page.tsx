import { links } from '#shared/links.ts'
import { barsOf } from '#shared/predictions/rules.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import type { Given } from '../../../blocks/text/prediction-view.ts'
import { barWords, hiddenPredictions, namesIn, outcomeWords, predictionWords } from '../../../blocks/text/prediction-words.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadPrediction } from '../prediction.load.ts'

const outcomes = [
  ['yes', 'Yes'],
  ['no', 'No'],
  ['withdrawn', 'Cancel question'],
] as const

/**
 * A prediction question by itself: to predict, to change that or take it back, to see what others
 * said, and to say how it turned out. Ordinary forms.
 */
export default function PredictionPage() {
  const { post, question, mine, given, outcome, canResolve, now } = usePage<typeof loadPrediction>()
  const setRefused = useRefusedForm('predictions.set')
  const resolveRefused = useRefusedForm('predictions.resolve')
  const hidden = (
    <>
      <input type="hidden" name="from" value={links.prediction(post.id, question.uid)} />
      <input type="hidden" name="postId" value={post.id} />
      <input type="hidden" name="uid" value={question.uid} />
    </>
  )
  return (
    <div className="narrow">
      <h1 className="page-title" dir="auto">
        {question.title}
      </h1>
      <p className="soft">
        In <a href={links.post(post)}>{post.title}</a>
        {question.resolvesBy === null ? null : (
          <>
            , resolves by <Time at={question.resolvesBy} now={now} />
          </>
        )}
      </p>
      {question.notes === '' ? null : <p dir="auto">{question.notes}</p>}
      <Refusal error={(setRefused ?? resolveRefused)?.error ?? null} />
      {outcome === null ? null : <p className="notice-line">{outcomeWords[outcome]}</p>}
      {outcome !== null ? null : (
        <form method="post" action={links.form('predictions.set')} className="poll">
          {hidden}
          <label className="prediction-field">
            Probability (%){' '}
            <input className="input" type="number" name="percent" min={1} max={99} step={1} required defaultValue={mine ?? ''} />
          </label>
          <p className="poll-foot">
            <button className="btn">{mine === null ? 'Predict' : 'Change prediction'}</button>{' '}
            {mine === null ? null : (
              <button className="btn quiet" name="taken-back" value="yes" formNoValidate>
                Remove prediction
              </button>
            )}
          </p>
        </form>
      )}
      {given === null ? <p className="soft">{hiddenPredictions}</p> : <Histogram given={given} />}
      {canResolve ? (
        <form method="post" action={links.form('predictions.resolve')}>
          {hidden}
          <fieldset className="vote-choice">
            <legend>How did it turn out?</legend>
            {outcomes.map(([value, words]) => (
              <button key={value} className="btn" name="outcome" value={value} aria-pressed={outcome === value}>
                {words}
              </button>
            ))}
          </fieldset>
          <p className="hint-line">Resolving closes predictions.</p>
        </form>
      ) : null}
    </div>
  )
}

function Histogram({ given }: { readonly given: readonly Given[] }) {
  const bars = barsOf(given)
  const most = Math.max(1, ...bars.map((bar) => bar.given.length))
  return (
    <>
      <p className="meta soft">{predictionWords(given)}</p>
      {given.length === 0 ? null : (
        <table className="prediction-bars">
          <caption className="sr">Predictions</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.from}>
                <th scope="row" className="nums">
                  {barWords(bar)}
                </th>
                <td>
                  <meter className="poll-bar" min={0} max={most} value={bar.given.length} aria-hidden="true" />
                  <span dir="auto">{namesIn(bar)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
