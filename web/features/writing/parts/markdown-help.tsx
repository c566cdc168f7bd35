import { markdownExamples } from './markdown-examples.ts'

/** The marks that the writing form understands. */
export function MarkdownHelp() {
  return (
    <details className="md-help">
      <summary>How to write headings, links, footnotes and the rest</summary>
      <MarkdownList />
    </details>
  )
}

export function MarkdownList() {
  return (
    <dl>
      {markdownExamples.map(({ typed, means }) => (
        <div key={typed}>
          <dt>
            <code>{typed}</code>
          </dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  )
}
