import { usePage } from '../../../data/page.ts'
import type { loadConversations } from '../language-models.load.ts'

/** Says that there is no assistant, and what one would take. */
export default function ConversationsPage() {
  const { hasModel } = usePage<typeof loadConversations>()
  return (
    <div className="narrow">
      <h1 className="page-title">Assistant conversations</h1>
      <p className="stand">This module is off. No page of this site lets members talk to an assistant, so no conversations are stored.</p>
      <h2 className="section">What it would need</h2>
      <ul>
        <li>An assistant, which this version doesn’t have. No setting turns one on.</li>
        <li>
          A language model. {hasModel ? 'One is configured; it only drafts glossary terms.' : 'None is configured.'} The operator sets its
          address with <code>DRAFTING_URL</code>.
        </li>
        <li>Consent: each member would have to agree before administrators could read a conversation.</li>
      </ul>
    </div>
  )
}
