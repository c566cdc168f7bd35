import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import type { WikiEditorView } from './wiki-editor-view.ts'

/** Taking a page away, and making one of two. */
export function PageStatusFields({ wiki: { tag, keeper, can } }: { readonly wiki: WikiEditorView }) {
  const navigate = useNavigate()
  if (!can.delete && keeper === null) return null
  const pages = keeper?.others ?? []
  return (
    <section className="after-form" aria-labelledby="about-status">
      <h2 className="section" id="about-status">
        Taking it away
      </h2>
      {can.delete ? (
        <details className="confirm">
          <summary>Delete {tag.lensOf === null ? 'this page' : 'this lens'}</summary>
          <MutationForm name="wiki.delete" about={{ id: tag.id }} onDone={(location) => void navigate(location)}>
            <p className="soft">
              {tag.lensOf === null
                ? 'Readers will not find it any more, nor its lenses and discussion; posts lose its tag. Moderators can bring it back.'
                : 'Readers will not find it any more. Moderators can bring it back.'}
            </p>
            {tag.lensOf !== null || pages.length === 0 ? null : (
              <PageChoice name="leadsToId" label="Its addresses lead to" pages={pages} none="Nowhere" />
            )}
            <button className="btn danger">Delete</button>
          </MutationForm>
        </details>
      ) : null}
      {keeper === null || tag.lensOf !== null || pages.length === 0 ? null : (
        <details className="confirm">
          <summary>Merge it into another</summary>
          <MutationForm name="wiki.merge" about={{ id: tag.id }} onDone={(location) => void navigate(location)}>
            <p className="soft">The posts that carry this tag carry the other one from now on.</p>
            <PageChoice name="toId" label="Into" pages={pages} />
            <label className="check">
              <input type="checkbox" name="movesSubTags" defaultChecked /> What stands under it moves along
            </label>
            <label className="check">
              <input type="checkbox" name="isRedirected" defaultChecked /> Its page is deleted, and its addresses lead to the other
            </label>
            <button className="btn danger">Merge</button>
          </MutationForm>
        </details>
      )}
    </section>
  )
}

interface PageChoiceProps {
  readonly name: string
  readonly label: string
  readonly pages: readonly { readonly id: string; readonly name: string }[]
  /** Said for no choice, where that is one. */
  readonly none?: string
}

function PageChoice({ name, label, pages, none }: PageChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} className="input" defaultValue="">
        {none === undefined ? null : <option value="">{none}</option>}
        {pages.map((page) => (
          <option key={page.id} value={page.id}>
            {page.name}
          </option>
        ))}
      </select>
    </div>
  )
}
