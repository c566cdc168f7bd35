import { links } from '#shared/links.ts'

/** Drawn only where there is no page to lead to. */
export default function RandomWikiPage() {
  return (
    <section className="problem">
      <h1 className="page-title">Random page</h1>
      <p className="stand">No pages yet.</p>
      <p className="acts">
        <a className="btn" href={links.createWiki()}>
          Create a page
        </a>
      </p>
    </section>
  )
}
