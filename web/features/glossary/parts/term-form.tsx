import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { EditedTerm } from '../glossary-editor.load.ts'
import { TermFields } from './term-fields.tsx'

const originWords = { people: null, model: 'drafted by a language model', both: 'drafted by a language model, edited' } as const

/** One term: what it says, whether its authors stand by it, and what it said before. */
export function TermForm({ postId, term }: { readonly postId: string; readonly term: EditedTerm }) {
  const { id, isApproved, isHidden } = term
  const about = { postId, id }
  const refused = useRefusedForm('glossary.setTerm', about)
  const values = refused?.values ?? term
  const now = useNow()
  const facts = [isApproved ? 'approved' : 'not approved', originWords[term.origin]].filter((fact) => fact !== null)
  return (
    <li id={`edit-${id}`}>
      <p className="series-order-title" dir="auto">
        <b>{term.term}</b> {term.altTerms === '' ? null : <span className="meta soft">also {term.altTerms}</span>}
      </p>
      <p className="line-text" dir="auto">
        {term.markdown}
      </p>
      <p className="meta soft">{facts.join(' · ')}</p>
      <div className="series-moves">
        {isHidden ? null : (
          <ActionForm name="glossary.setApproved" about={{ ...about, isApproved: String(!isApproved) }} of={term.term}>
            {isApproved ? 'Unapprove' : 'Approve'}
          </ActionForm>
        )}
        <ActionForm name="glossary.setHidden" about={{ ...about, isHidden: String(!isHidden) }} of={term.term}>
          {isHidden ? 'Unhide' : 'Hide'}
        </ActionForm>
      </div>
      <details className="series-fold" open={refused !== null}>
        <summary>
          Edit<span className="sr">: {term.term}</span>
        </summary>
        <MutationForm
          key={`${term.term}-${term.altTerms}-${term.markdown}`}
          name="glossary.setTerm"
          about={about}
          className="compose series-form"
        >
          <TermFields id={id} term={values.term} altTerms={values.altTerms} markdown={values.markdown} />
          <div className="compose-acts">
            <button className="btn">Save</button>
          </div>
        </MutationForm>
      </details>
      {term.versions.length === 0 ? null : (
        <details className="series-fold">
          <summary>
            Earlier versions<span className="sr">: {term.term}</span>
          </summary>
          <ul className="plain-list">
            {term.versions.map((version) => (
              <li key={version.id} className="said" dir="auto">
                <span className="meta soft">
                  <Time at={version.at} now={now} />
                </span>{' '}
                <b>{version.term}</b>: {version.markdown}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
