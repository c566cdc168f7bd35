import { markdownExamples } from './markdown-examples.ts'

/** The marks that the writing form understands. */
export function MarkdownHelp() {
  return (
    <details className="md-help">
      <summary>Markdown help</summary>
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
