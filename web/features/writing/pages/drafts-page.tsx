import { links } from '#shared/links.ts'
import { archivePost, restorePost } from '#shared/posts/mutations.ts'
import { counted } from '../../../blocks/counts.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { useRefresh } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { exactTime } from '../../../ui/time-words.ts'
import { Time } from '../../../ui/time.tsx'
import { inOrder } from '../drafts-view.ts'
import { DraftsControls } from '../parts/drafts-controls.tsx'
import { WordsBegun } from '../parts/words-begun.tsx'
import { useDraftsView } from '../use-drafts-view.ts'
import { useUnsentDrafts } from '../use-unsent-drafts.ts'
import type { DraftLine, loadDrafts } from '../write.load.ts'

export default function DraftsPage() {
  const { asked, kept, drafts, invitations, shared, trash } = usePage<typeof loadDrafts>()
  const [view, setView] = useDraftsView(asked, kept)
  const unsent = useUnsentDrafts()
  const refresh = useRefresh()
  const now = useNow()
  const ordered = inOrder([...drafts, ...(view.includeArchived ? trash : [])], view.sortDraftsBy, unsent)
  return (
    <>
      <h1 className="page-title">Drafts</h1>
      {invitations.length === 0 ? null : (
        <section aria-labelledby="invitations-title">
          <h2 className="section" id="invitations-title">
            Invitations
          </h2>
          <ul className="plain-list">
            {invitations.map(({ id, title, lang, isDialogue, by }) => (
              <li key={id}>
                <h3 className="row-title">
                  <a href={isDialogue ? links.post({ id, slug: null }) : links.editPost(id)} lang={lang} dir="auto">
                    {title === '' ? 'Untitled' : title}
                  </a>
                </h3>
                <p className="meta soft">
                  {by} invited you to {isDialogue ? 'take part in this dialogue' : 'be a co-author'}. Open it to accept or decline.
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {drafts.length === 0 ? (
        <p className="empty">
          Your unpublished drafts appear here. <a href={links.newPost()}>New post</a> or <a href={links.importTexts()}>import one</a>
        </p>
      ) : (
        <>
          <p className="page-acts">
            <a className="btn" href={links.newPost()}>
              New post
            </a>{' '}
            <a className="btn quiet" href={links.newPost('question')}>
              Question
            </a>{' '}
            <a className="btn quiet" href={links.newPost('linkpost')}>
              Link post
            </a>{' '}
            <a className="btn quiet" href={links.importTexts()}>
              Import
            </a>{' '}
            <a className="btn quiet" href={links.exportTexts()}>
              Export
            </a>{' '}
            <a className="btn quiet" href={links.glossaryEditor()}>
              Glossaries
            </a>
          </p>
          <DraftsControls view={view} onView={setView} />
          <ul className="plain-list">
            {ordered.map((draft) => (
              <li key={draft.id}>
                <DraftHead draft={draft} />
                <p className="meta soft">
                  {unsent.has(draft.id) ? <b className="unsent">Only on this device. </b> : null}
                  {draft.wasPublished ? 'Unpublished; edited ' : 'Edited '}
                  <Time at={draft.touchedAt} now={now} />
                  {draft.words === 0 ? '' : `, ${counted(draft.words, 'word')}`}
                  {draft.dueAt !== null ? `, scheduled for ${exactTime(draft.dueAt, now === null ? 'UTC' : 'own')}` : ''}
                  {draft.isTogether ? (draft.isMine ? ', with co-authors' : ', you’re a co-author') : ''}{' '}
                  <a href={links.post({ id: draft.id, slug: null })}>
                    Preview<span className="sr"> {nameOf(draft)}</span>
                  </a>
                </p>
                {draft.isMine && draft.archivedAt === null ? (
                  <Confirm
                    summary="Delete"
                    mutation="posts.archive"
                    fields={{ postId: draft.id }}
                    action="Delete draft"
                    onDevice={(device) => device.commit(archivePost, { id: draft.id }).then(refresh)}
                  >
                    It goes to the trash below and can be restored for 30 days.
                  </Confirm>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      <WordsBegun />
      {!view.includeShared || shared.length === 0 ? null : (
        <section aria-labelledby="shared-with-you">
          <h2 className="section" id="shared-with-you">
            Shared with you
          </h2>
          <ul className="plain-list">
            {inOrder(shared, view.sortDraftsBy, unsent).map((draft) => (
              <li key={draft.id}>
                <h3 className="row-title">
                  <a href={links.editPost(draft.id)} lang={draft.lang} dir="auto">
                    {nameOf(draft)}
                  </a>
                </h3>
                <p className="meta soft">
                  {unsent.has(draft.id) ? <b className="unsent">Only on this device. </b> : null}
                  You can {draft.access === 'edit' ? 'edit' : draft.access === 'comment' ? 'comment' : 'view'} · edited{' '}
                  <Time at={draft.touchedAt} now={now} />
                  {draft.words === 0 ? '' : `, ${counted(draft.words, 'word')}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {trash.length === 0 ? null : (
        <section aria-labelledby="bin-title">
          <h2 className="section" id="bin-title">
            {' '}
            Trash
          </h2>
          <p className="soft">Deleted drafts can be restored for 30 days.</p>
          <ul className="plain-list">
            {trash.map((draft) => (
              <li key={draft.id}>
                <h3 className="row-title" lang={draft.lang} dir="auto">
                  {nameOf(draft)}
                </h3>
                <p className="meta soft">
                  Deleted <Time at={draft.archivedAt ?? draft.touchedAt} now={now} />
                  {draft.words === 0 ? '' : `, ${counted(draft.words, 'word')}`}
                </p>
                <Confirm
                  summary="Restore"
                  mutation="posts.restore"
                  fields={{ postId: draft.id }}
                  action="Restore draft"
                  onDevice={(device) => device.commit(restorePost, { id: draft.id }).then(refresh)}
                >
                  Restored as a draft.
                </Confirm>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function DraftHead({ draft }: { readonly draft: DraftLine }) {
  return (
    <h2 className="row-title">
      {draft.archivedAt === null ? (
        <a href={links.editPost(draft.id)} lang={draft.lang} dir="auto">
          {nameOf(draft)}
        </a>
      ) : (
        <s lang={draft.lang} dir="auto">
          {nameOf(draft)}
          <span className="sr">, deleted</span>
        </s>
      )}
    </h2>
  )
}

const nameOf = ({ title }: DraftLine): string => (title === '' ? 'Untitled' : title)
