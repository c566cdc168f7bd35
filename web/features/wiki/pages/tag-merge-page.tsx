import '../../../blocks/staff/staff-styles.ts'
import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import type { loadTagMerge } from '../tag-merge.load.ts'

type Merge = ReturnType<typeof usePage<typeof loadTagMerge>>
type Plan = NonNullable<Merge['plan']>

const faults: Readonly<Record<NonNullable<Merge['fault']>, string>> = {
  'no-source': 'No wiki page has the first name. Check its spelling, or paste the address of the page.',
  'no-target': 'No wiki page has the second name. Check its spelling, or paste the address of the page.',
  same: 'Both names lead to the same page. Choose two different pages.',
  unfit: 'These pages can’t be merged. One of them is a lens, is for the wiki only, or is being merged into another page now.',
}

/** Where administrators make one tag of two: first a look at what would change, then the merge. */
export default function TagMergePage() {
  const { typed, names, fault, plan } = usePage<typeof loadTagMerge>()
  return (
    <div className="narrow">
      <h1 className="page-title">Merge tags</h1>
      <p className="stand">Posts with the first tag get the second one. Nothing changes until you confirm below the preview.</p>
      <form className="compose series-form" action={links.tagMerge()} role="search" aria-label="Tags to merge">
        <Field id="from" label="Merge this tag" value={typed.from} />
        <Field id="to" label="Into this tag" value={typed.to} />
        <datalist id="tag-names">
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <div className="compose-acts">
          <button className="btn primary">Preview the merge</button>
        </div>
      </form>
      {fault === null ? null : (
        <p className="empty" role="alert">
          {faults[fault]}
        </p>
      )}
      {plan === null ? null : <Preview key={`${plan.from.id} ${plan.to.id}`} plan={plan} />}
    </div>
  )
}

function Field({ id, label, value }: { readonly id: string; readonly label: string; readonly value: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={id}
        list="tag-names"
        defaultValue={value}
        required
        maxLength={200}
        autoComplete="off"
        dir="auto"
      />
    </div>
  )
}

function Preview({ plan: { from, to, posts, isCut, both, votes } }: { readonly plan: Plan }) {
  const navigate = useNavigate()
  const [some, more] = [counted(posts, 'post'), isCut ? ' or more' : '']
  return (
    <section className="after-form" aria-labelledby="preview">
      <h2 className="section" id="preview">
        What would change
      </h2>
      <dl className="facts report-dl">
        {[from, to].map((tag, at) => (
          <TagFacts key={tag.id} word={at === 0 ? 'From' : 'Into'} tag={tag} />
        ))}
      </dl>
      <ul className="plain-list">
        <li>
          {some}
          {more} would get the tag <bdi>{to.name}</bdi> and lose <bdi>{from.name}</bdi>
          {both === 0 ? '.' : `, of which ${both} ${both === 1 ? 'has' : 'have'} both now.`}
        </li>
        <li>
          {counted(votes, 'vote')} on the tag would move with them. Of a member who voted on both, the vote on <bdi>{to.name}</bdi> counts.
        </li>
        <li>
          {from.subTags.length === 0
            ? 'No subpages would move.'
            : `${counted(from.subTags.length, 'subpage')} would move: ${from.subTags.map(({ name }) => name).join(', ')}.`}
        </li>
        <li>
          With the redirect, the page <bdi>{from.name}</bdi>
          {from.lenses === 0 ? '' : ` and its ${counted(from.lenses, 'lens', 'lenses')}`} would be deleted, and {from.addresses.join(', ')}{' '}
          would lead to {to.href}.
        </li>
      </ul>
      <MutationForm
        name="wiki.merge"
        about={{ id: from.id, toId: to.id }}
        className="compose series-form"
        onDone={(location) => void navigate(location)}
      >
        <label className="check">
          <input type="checkbox" name="movesSubTags" defaultChecked /> Move its subpages too
        </label>
        <label className="check">
          <input type="checkbox" name="isRedirected" /> Delete the page and redirect its addresses
        </label>
        <div className="compose-acts">
          <button className="btn danger">
            <span>
              Merge <bdi>{from.name}</bdi> into <bdi>{to.name}</bdi>
            </span>
          </button>
        </div>
      </MutationForm>
    </section>
  )
}

function TagFacts({ word, tag }: { readonly word: string; readonly tag: Plan['from'] }) {
  return (
    <>
      <dt>{word}</dt>
      <dd>
        <a href={tag.href} dir="auto">
          {tag.name}
        </a>{' '}
        <span className="meta soft">
          {tag.slug} · {tag.id} · {counted(tag.postCount, 'post')} · {counted(tag.subTags.length, 'subpage')}
        </span>
      </dd>
    </>
  )
}
