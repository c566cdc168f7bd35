import { links } from '#shared/links.ts'

/**
 * `/collaborateOnPost` without a post: an address that was cut off, most likely by a mail program.
 */
export default function CollaboratePage() {
  return (
    <section className="problem">
      <h1 className="page-title">This link is incomplete</h1>
      <p className="stand">It doesn’t name a shared draft. Copy the whole link from the message again, or ask the author to resend it.</p>
      <p className="acts">
        <a className="btn primary" href={links.drafts()}>
          Your drafts
        </a>
        <a className="btn" href={links.front()}>
          Go to the front page
        </a>
      </p>
    </section>
  )
}
