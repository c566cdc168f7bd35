import { links } from '#shared/links.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { counted } from '../../../blocks/counts.ts'
import { useRefusedForm } from '../../../data/page.ts'
import type { EditedGlossary } from '../glossary-editor.load.ts'
import { TermForm } from './term-form.tsx'
import { TermFields } from './term-fields.tsx'

interface GlossaryPanelProps {
  readonly post: EditedGlossary
  /** It stands alone on its page. */
  readonly isOne: boolean
  readonly draftsTerms: boolean
}

/** The glossary of one post. */
export function GlossaryPanel({ post: { id: postId, title, href, isDraft, terms }, isOne, draftsTerms }: GlossaryPanelProps) {
  const about = { postId }
  const shown = terms.filter(({ isHidden }) => !isHidden)
  const hidden = terms.filter(({ isHidden }) => isHidden)
  const approvedCount = shown.filter(({ isApproved }) => isApproved).length
  return (
    <section className="series-form-section" aria-labelledby={`glossary-${postId}`}>
      <h2 className="section" id={`glossary-${postId}`} dir="auto">
        <a href={href}>{title}</a>
      </h2>
      <p className="meta soft">
        {isDraft ? 'A draft · ' : ''}
        {shown.length === 0 ? 'No terms yet' : `${counted(shown.length, 'term')}, ${approvedCount} approved`}
        {isOne ? null : (
          <>
            {' · '}
            <a href={links.glossaryEditor({ postId })}>Only this post</a>
          </>
        )}
      </p>
      {shown.length === 0 ? null : (
        <>
          <div className="series-moves">
            <ActionForm name="glossary.setAllApproved" about={{ ...about, isApproved: 'true' }} of={title}>
              Approve all
            </ActionForm>
            <ActionForm name="glossary.setAllApproved" about={{ ...about, isApproved: 'false' }} of={title}>
              Unapprove all
            </ActionForm>
            <ActionForm name="glossary.hideUnused" about={about} of={title}>
              Hide unsupported terms
            </ActionForm>
          </div>
          <ul className="series-order">
            {shown.map((term) => (
              <TermForm key={term.id} postId={postId} term={term} />
            ))}
          </ul>
        </>
      )}
      {hidden.length === 0 ? null : (
        <details className="series-fold">
          <summary>{counted(hidden.length, 'hidden term')}</summary>
          <ul className="series-order">
            {hidden.map((term) => (
              <TermForm key={term.id} postId={postId} term={term} />
            ))}
          </ul>
        </details>
      )}
      <NewTerm key={terms.length} postId={postId} isOpen={isOne} />
      {draftsTerms ? <DraftForm key={`draft-${terms.length}`} postId={postId} title={title} /> : null}
    </section>
  )
}

function NewTerm({ postId, isOpen }: { readonly postId: string; readonly isOpen: boolean }) {
  const refused = useRefusedForm('glossary.addTerm', { postId })
  const values = refused?.values ?? {}
  return (
    <details className="series-fold" open={isOpen || refused !== null}>
      <summary>New term</summary>
      <MutationForm name="glossary.addTerm" about={{ postId }} className="compose series-form">
        <TermFields id={`new-${postId}`} term={values['term']} altTerms={values['altTerms']} markdown={values['markdown']} />
        <label className="check">
          <input type="checkbox" name="isApproved" defaultChecked={refused === null || values['isApproved'] === 'on'} /> Approved
        </label>
        <div className="compose-acts">
          <button className="btn">Add term</button>
        </div>
      </MutationForm>
    </details>
  )
}

function DraftForm({ postId, title }: { readonly postId: string; readonly title: string }) {
  const refused = useRefusedForm('glossary.draft', { postId })
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>Draft definitions with a language model</summary>
      <MutationForm name="glossary.draft" about={{ postId }} className="compose series-form">
        <p className="meta soft">
          The post’s text is sent to this site’s language model. Drafted terms are marked; readers see them only after you approve them.
        </p>
        <TextField
          id={`draft-${postId}`}
          name="wish"
          label="Instructions"
          rows={2}
          defaultValue={refused?.values['wish'] ?? ''}
          maxLength={2_000}
        />
        <div className="compose-acts">
          <button className="btn">
            Draft<span className="sr">: {title}</span>
          </button>
        </div>
      </MutationForm>
    </details>
  )
}
