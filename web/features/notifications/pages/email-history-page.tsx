import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import type { loadEmailHistory, SentMailRow } from '../email-history.load.ts'

const results: Readonly<Record<'sent' | 'address' | 'other', string>> = {
  sent: 'Sent',
  address: 'Not sent: the address takes no mail',
  other: 'Not sent: the mail server refused it, or it came too late',
}

/** The mails that went to the administrator who looks, or, for a reason, to a member. */
const EmailHistory = staffList<SentMailRow>({
  title: 'Email history',
  empty: { all: 'No emails have been sent to you in the last 90 days.' },
  nameOf: ({ subject }) => subject,
  columns: [
    { word: 'To', of: ({ to }) => to, show: ({ to }) => <bdi>{to}</bdi> },
    { word: 'Date', of: ({ at }) => new Date(at).toISOString(), show: ({ at }) => <Ended at={at} /> },
    { word: 'Result', of: ({ refusedFor }) => results[refusedFor ?? 'sent'] },
  ],
  actions: {},
})

type Page = ReturnType<typeof usePage<typeof loadEmailHistory>>

const messages = { 'reason:invalid': 'Write a reason of 1 to 500 characters, in words.' }

export default function EmailHistoryPage() {
  const { list, about, asked, reading } = usePage<typeof loadEmailHistory>()
  if (about !== null && asked !== null) return <LookForm about={about} asked={asked} />
  return (
    <EmailHistory list={list}>
      {about === null || reading === null ? null : (
        <Notice kind="warm">
          Emails to <a href={links.user(about.slug)}>{about.name}</a>. You can see them for {counted(reading.minutes, 'more minute')}.
          Recorded reason: <bdi>{reading.reason}</bdi>
        </Notice>
      )}
    </EmailHistory>
  )
}

/** Asks why, before an administrator sees which mails went to somebody else. */
function LookForm({
  about,
  asked: { minutes, maxReason },
}: {
  readonly about: NonNullable<Page['about']>
  readonly asked: NonNullable<Page['asked']>
}) {
  const refused = useRefusedForm('sentMails.look', { member: about.slug })
  return (
    <div className="reports">
      <h1 className="page-title">Email history of {about.name}</h1>
      <p className="soft">
        You can see which emails went to {about.name} for {minutes} minutes: subjects, addresses and times, never their text. Your name, the
        time and your reason are recorded in the <a href={moderationLinks.audit()}>audit log</a>.
      </p>
      <MutationForm name="sentMails.look" about={{ member: about.slug }} messages={messages}>
        <TextField
          {...{ id: 'look-reason', name: 'reason', label: 'Reason', maxLength: maxReason, dir: 'auto', messages }}
          error={refused?.error ?? null}
          hint="For example, which question of theirs it is about"
          defaultValue={refused?.values['reason'] ?? ''}
          autoComplete="off"
          required
        />
        <div className="compose-acts">
          <button className="btn">Show emails</button>
          <a className="btn quiet" href={links.emailHistory()}>
            Back to your emails
          </a>
        </div>
      </MutationForm>
    </div>
  )
}

const Ended = ({ at }: { readonly at: number }) => <Time at={at} now={useNow()} />
