import { links } from '#shared/links.ts'
import type { PurgeKind } from '#shared/moderation/purge-plan.ts'
import { reasonWords } from '../../../blocks/wording.ts'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import { maxReason, Measure } from '../parts/measure.tsx'
import type { loadPurge } from '../purge.load.ts'
import '../moderation-styles.ts'

type Purge = ReturnType<typeof usePage<typeof loadPurge>>

const maxNote = 2_000
const words: Readonly<Record<PurgeKind, readonly [name: string, becomes: string]>> = {
  posts: ['Published posts', 'move to the author’s trash'],
  drafts: ['Drafts', 'move to the author’s trash'],
  comments: ['Comments', 'are removed; replies by others stay'],
  sequences: ['Sequences', 'are removed'],
  votes: ['Votes', 'no longer count'],
  messages: ['Private messages', 'lose their text, for recipients too'],
  wikiEdits: ['Wiki edits', 'lose their credit; the text of the pages stays'],
  rsvps: ['RSVPs', 'answers to events, removed from their pages'],
}
const messages = {
  'publicReason:invalid': 'Write a reason of 1 to 500 characters. Everyone can read it.',
  'privateNote:invalid': 'A note has at most 2,000 characters.',
  'seen:conflict': 'Another moderator decided about this member in the meantime. Reload this page, then send again.',
}

/** Before an account is purged: what would go, counted. */
export default function PurgePage() {
  const page = usePage<typeof loadPurge>()
  const { member, refusal, purge } = page
  const now = useNow()
  const isRunning = purge?.doneAt === null
  return (
    <div className="moderation-log measures">
      <header>
        <h1 className="page-title">Purge this account</h1>
        <p className="meta">
          <a href={links.user(member.slug)} dir="auto">
            {member.name}
          </a>{' '}
          · joined <Time at={member.joinedAt} now={now} /> · <a href={links.editUser(member.slug)}>Limits and roles</a>
        </p>
      </header>
      {refusal === null ? null : <Notice kind="warm">{refusalWords[refusal] ?? reasonWords[refusal]}</Notice>}
      {isRunning ? <Notice kind="warm">A purge is under way. It goes on by itself, also after a restart of the server.</Notice> : null}
      {purge !== null && purge.doneAt !== null ? (
        <p className="stand">
          Purged <Time at={purge.doneAt} now={now} />. What is counted below was added since.
        </p>
      ) : null}
      <Counts page={page} />
      <Pages page={page} />
      {refusal !== null || isRunning ? null : <PurgeForm page={page} />}
    </div>
  )
}

const refusalWords: Readonly<Record<string, string | undefined>> = {
  'admins-only': 'This account is 30 days old or older, so only an administrator can purge it.',
  'not-against-oneself': 'You can’t purge your own account.',
}

function Counts({ page: { rows, purge } }: { readonly page: Purge }) {
  return (
    <section aria-labelledby="counts-title">
      <h2 className="section" id="counts-title">
        What will be removed
      </h2>
      {rows.every(({ count, taken }) => count === 0 && taken === 0) ? <p className="empty">This member has nothing to remove.</p> : null}
      <ul className="plain-list">
        {rows.map(({ kind, count, isAtLeast, taken }) => (
          <li key={kind} className="measure">
            <p>
              {words[kind][0]}: <b>{isAtLeast ? `more than ${String(count)}` : count}</b>{' '}
              <span className="soft">
                · {words[kind][1]}
                {purge === null || taken === 0 ? '' : ` · ${String(taken)} taken so far`}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A purge does not bring back earlier texts of pages that others have gone on with. */
function Pages({ page: { pages, morePages } }: { readonly page: Purge }) {
  if (pages.length === 0) return null
  return (
    <section aria-labelledby="pages-title">
      <h2 className="section" id="pages-title">
        Wiki pages to look at
      </h2>
      <p className="soft">Their text stays. Open a page’s history to bring back an earlier version.</p>
      <ul className="plain-list">
        {pages.map(({ id, name, history }) => (
          <li key={id}>
            <a href={history} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
      {morePages > 0 ? <p className="soft">And {morePages} more.</p> : null}
    </section>
  )
}

function PurgeForm({ page: { member, seen, purge } }: { readonly page: Purge }) {
  const about = { userId: member.id }
  const refused = useRefusedForm('moderation.purge', about)
  const field = { error: refused?.error ?? null, messages, dir: 'auto' as const }
  return (
    <Measure
      {...{ name: 'moderation.purge', about, seen, messages, version: String(purge?.at), of: 'this account' }}
      isDanger
      summary="Purge"
      action="Ban and purge"
    >
      <p className="soft">The account is banned for good and signed out. There is no undo.</p>
      <TextField
        {...{
          id: 'purge-reason',
          name: 'publicReason',
          label: 'Reason, shown to everyone',
          maxLength: maxReason,
          required: true,
          ...field,
        }}
        defaultValue={refused?.values['publicReason'] ?? 'Spam.'}
      />
      <TextField
        {...{ id: 'purge-note', name: 'privateNote', label: 'Note for moderators (optional)', rows: 2, maxLength: maxNote, ...field }}
        defaultValue={refused?.values['privateNote'] ?? ''}
      />
    </Measure>
  )
}
