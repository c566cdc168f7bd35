import { useState } from 'react'
import type { Tag } from '#shared/wiki/schema.ts'
import { wikiLimits } from '#shared/wiki/schema.ts'
import type { Given } from '../../../blocks/forms/mutation-form.tsx'
import { MoveButtons, stepsIn } from '../../../blocks/order/move-buttons.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefresh } from '../../../data/navigation.ts'

/** Short texts about the page, for cards and above the text; each may be for other readers. */
export function SummariesForm({ tag }: { readonly tag: Tag }) {
  const { summaries } = tag
  return (
    <section className="after-form" aria-labelledby="about-summaries">
      <h2 className="section" id="about-summaries">
        Summaries
      </h2>
      <p className="soft">A few sentences shown on cards and above the text. You can add several for different readers.</p>
      <ol className="series-order">
        {summaries.map((summary, at) => (
          <li key={summary.id}>
            <SummaryFold
              id={tag.id}
              summary={summary}
              word={summary.tabTitle || summary.text.slice(0, 80)}
              state={`${summary.tabTitle} ${summary.text}`}
            />
            <div className="series-moves">
              <MutationForm name="wiki.moveSummary" about={{ id: tag.id, summaryId: summary.id }}>
                <MoveButtons name={`summary ${at + 1}`} steps={stepsIn(summaries, at)} />
              </MutationForm>
              <MutationForm name="wiki.removeSummary" about={{ id: tag.id, summaryId: summary.id }}>
                <button className="btn quiet" aria-label={`Remove summary ${at + 1}`}>
                  Remove
                </button>
              </MutationForm>
            </div>
          </li>
        ))}
      </ol>
      {summaries.length >= wikiLimits.summaries ? null : (
        <SummaryFold id={tag.id} summary={null} word="Add a summary" state={`new ${summaries.length}`} />
      )}
    </section>
  )
}

interface SummaryProps {
  /** Of the page. */
  readonly id: string
  /** `null`: a new one. */
  readonly summary: Tag['summaries'][number] | null
}

interface SummaryFoldProps extends SummaryProps {
  readonly word: string
  /** Where it changes, the fields are made anew. */
  readonly state: string
}

/** What others save does not take away what is being typed. */
function SummaryFold({ id, summary, word, state }: SummaryFoldProps) {
  const refresh = useRefresh()
  const [typedOver, setTypedOver] = useState<string | null>(null)
  const onSaved = () => {
    setTypedOver(null)
    return refresh()
  }
  return (
    <details className="series-fold" onInput={() => setTypedOver((before) => before ?? state)}>
      <summary dir="auto">{word}</summary>
      <SummaryForm key={typedOver ?? state} id={id} summary={summary} onSaved={onSaved} />
    </details>
  )
}

function SummaryForm({ id, summary, onSaved }: SummaryProps & { readonly onSaved: () => Promise<void> }) {
  const at = summary?.id ?? 'new'
  return (
    <MutationForm
      name="wiki.setSummary"
      about={{ id, summaryId: summary?.id ?? '' }}
      className="compose fields"
      onDone={onSaved}
      here={async ({ tabTitle = '', summaryText = '' }: Given) => {
        const { saveSummary } = await import('./save-summary.ts')
        return saveSummary({ id, summaryId: summary?.id ?? null, tabTitle, text: summaryText })
      }}
    >
      <TextField
        id={`tab-${at}`}
        name="tabTitle"
        label="Audience"
        hint="Leave empty if there is only one."
        defaultValue={summary?.tabTitle}
        maxLength={wikiLimits.tabTitle}
        dir="auto"
      />
      <TextField
        id={`summary-${at}`}
        name="summaryText"
        label="Summary"
        rows={4}
        defaultValue={summary?.text}
        required
        maxLength={wikiLimits.summary}
        dir="auto"
      />
      <div className="compose-acts">
        <button className="btn">Save</button>
      </div>
    </MutationForm>
  )
}
