import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import { MailLookForm } from '../parts/mail-look-form.tsx'
import type { loadEmailHistory, SentMailRow } from '../email-history.load.ts'

const results: Readonly<Record<'sent' | 'address' | 'other', string>> = {
  sent: 'Sent',
  address: 'Not sent: the address takes no mail',
  other: 'Not sent: the mail server refused it, or it came too late',
}

/** The mails that went to the administrator who looks, or, for a reason, to a member. */
const EmailHistory = staffList<SentMailRow>({
  title: 'Email history',
  empty: { all: 'No emails in the last 90 days.' },
  nameOf: ({ subject }) => subject,
  columns: [
    { word: 'To', of: ({ to }) => to, show: ({ to }) => <bdi>{to}</bdi> },
    { word: 'Date', of: ({ at }) => new Date(at).toISOString(), show: ({ at }) => <Ended at={at} /> },
    { word: 'Result', of: ({ refusedFor }) => results[refusedFor ?? 'sent'] },
  ],
  actions: {},
})

export default function EmailHistoryPage() {
  const { list, about, asked, reading } = usePage<typeof loadEmailHistory>()
  if (about !== null && asked !== null) return <MailLookForm about={about} asked={asked} />
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

const Ended = ({ at }: { readonly at: number }) => <Time at={at} now={useNow()} />
