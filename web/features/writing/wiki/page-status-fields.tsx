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
        Delete or merge
      </h2>
      {can.delete ? (
        <details className="confirm">
          <summary>Delete {tag.lensOf === null ? 'this page' : 'this lens'}</summary>
          <MutationForm name="wiki.delete" about={{ id: tag.id }} onDone={(location) => void navigate(location)}>
            <p className="soft">
              {tag.lensOf === null
                ? 'Readers will no longer find it, its lenses or its discussion, and posts lose the tag. Moderators can restore it.'
                : 'Readers will no longer find it. Moderators can restore it.'}
            </p>
            {tag.lensOf !== null || pages.length === 0 ? null : (
              <PageChoice name="leadsToId" label="Redirect to" pages={pages} none="Nowhere" />
            )}
            <button className="btn danger">Delete</button>
          </MutationForm>
        </details>
      ) : null}
      {keeper === null || tag.lensOf !== null || pages.length === 0 ? null : (
        <details className="confirm">
          <summary>Merge into another page</summary>
          <MutationForm name="wiki.merge" about={{ id: tag.id }} onDone={(location) => void navigate(location)}>
            <p className="soft">Posts with this tag get the other tag.</p>
            <PageChoice name="toId" label="Into" pages={pages} />
            <label className="check">
              <input type="checkbox" name="movesSubTags" defaultChecked /> Move its subpages too
            </label>
            <label className="check">
              <input type="checkbox" name="isRedirected" defaultChecked /> Delete this page and redirect to the other
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
