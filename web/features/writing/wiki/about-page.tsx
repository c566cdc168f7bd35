import { wikiLimits } from '#shared/wiki/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { links } from '#shared/links.ts'
import { MoveButtons, stepsIn } from '../../../blocks/order/move-buttons.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { KeeperFields } from './keeper-fields.tsx'
import { RequirementsForm } from './requirements-form.tsx'
import { PageStatusFields } from './page-status-fields.tsx'
import { SummariesForm } from './summaries-form.tsx'
import type { WikiEditorView } from './wiki-editor-view.ts'

interface AboutPageProps {
  readonly post: Post
  readonly wiki: WikiEditorView
  readonly address: NonNullable<WikiEditorView['address']>
}

/**
 * What is said of a page beside its text: for every editor the name, summaries, lenses and work
 * flags; for keepers the rest.
 */
export function AboutPage({ post, wiki, address }: AboutPageProps) {
  const { tag, lenses, flags } = wiki
  return (
    <>
      <section className="after-form" aria-labelledby="about-name">
        <h2 className="section" id="about-name">
          Name
        </h2>
        <MutationForm name="wiki.rename" about={{ id: tag.id }} className="compose">
          <TextField
            key={tag.name}
            id="page-name"
            name="pageName"
            label={tag.lensOf === null ? 'Page name' : 'Lens title'}
            hint="The URL changes too; the old one redirects."
            defaultValue={tag.name}
            required
            maxLength={wikiLimits.name}
            dir="auto"
          />
          <div className="compose-acts">
            <button className="btn">Rename</button>
          </div>
        </MutationForm>
        {tag.lensOf === null ? null : (
          <MutationForm name="wiki.setTab" about={{ id: tag.id }} className="compose fields">
            <TextField
              key={`t${tag.tabTitle}`}
              id="tab-title"
              name="tabTitle"
              label="Tab label"
              defaultValue={tag.tabTitle}
              required
              maxLength={wikiLimits.tabTitle}
              dir="auto"
            />
            <TextField
              key={`s${tag.tabSubtitle}`}
              id="tab-subtitle"
              name="tabSubtitle"
              label="Short description"
              defaultValue={tag.tabSubtitle}
              maxLength={wikiLimits.subtitle}
              dir="auto"
            />
            <div className="compose-acts">
              <button className="btn">Save</button>
            </div>
          </MutationForm>
        )}
      </section>
      {tag.lensOf === null ? <SummariesForm tag={tag} /> : null}
      {tag.lensOf === null ? <LensOrder pageId={tag.id} slug={address.slug} lenses={lenses} /> : null}
      {wiki.requires === null ? null : <RequirementsForm id={tag.id} requires={wiki.requires} />}
      {flags.length === 0 ? null : <WorkFlags id={tag.id} flags={flags} />}
      {wiki.keeper === null ? null : <KeeperFields post={post} tag={tag} keeper={wiki.keeper} />}
      <PageStatusFields wiki={wiki} />
    </>
  )
}

interface LensOrderProps {
  readonly pageId: string
  readonly slug: string
  readonly lenses: WikiEditorView['lenses']
}

function LensOrder({ pageId, slug, lenses }: LensOrderProps) {
  return (
    <section className="after-form" aria-labelledby="about-lenses">
      <h2 className="section" id="about-lenses">
        Lenses
      </h2>
      {lenses.length === 0 ? <p className="soft">Other versions of this page: shorter, deeper or for other readers.</p> : null}
      <ol className="series-order">
        {lenses.map((lens, at) => (
          <li key={lens.id}>
            <a className="series-order-title" href={links.editWiki(slug, { lens: lens.slug })} dir="auto">
              {lens.title}
            </a>
            <div className="series-moves">
              <MutationForm name="wiki.moveLens" about={{ pageId, id: lens.id }}>
                <MoveButtons name={lens.title} steps={stepsIn(lenses, at)} />
              </MutationForm>
            </div>
          </li>
        ))}
      </ol>
      <p className="after">
        <a className="btn quiet" href={links.createWiki({ lensOf: slug })}>
          {' '}
          Add a lens{' '}
        </a>
      </p>
    </section>
  )
}

function WorkFlags({ id, flags }: { readonly id: string; readonly flags: WikiEditorView['flags'] }) {
  return (
    <section className="after-form" aria-labelledby="about-work">
      <h2 className="section" id="about-work">
        Flags
      </h2>
      <ul className="plain-list">
        {flags.map((flag) => (
          <li key={flag.id}>
            <MutationForm name="wiki.setFlag" about={{ id, flagId: flag.id }} className="switch-line">
              <button className="btn" name="isOn" value={flag.isOn ? 'no' : 'yes'} aria-pressed={flag.isOn}>
                {flag.name}
              </button>{' '}
              <span className="meta soft">{flag.text}</span>
            </MutationForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
