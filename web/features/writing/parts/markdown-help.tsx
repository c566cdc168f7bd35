const examples: readonly (readonly [typed: string, means: string])[] = [
  ['## Heading', 'a heading; ### for a smaller one'],
  ['*emphasis*, **strong**', 'slanted, bold'],
  ['[words](https://example.org)', 'a link'],
  ['> They said', 'a quotation'],
  ['- one, 1. one', 'lists; - [ ] for a list to tick off'],
  ['A claim.[^1] … [^1]: Its source.', 'a footnote'],
  ['$e = mc^2$, or $$ on lines of their own', 'maths'],
  ['`code`, or ``` on lines of their own', 'code'],
  ['![What it shows](address "Caption")', 'a picture'],
  [':::spoiler Title … :::', 'hidden until opened; :::details likewise'],
]

/** The marks that the writing form understands. */
export function MarkdownHelp() {
  return (
    <details className="md-help">
      <summary>How to write headings, links, footnotes and the rest</summary>
      <dl>
        {examples.map(([typed, means]) => (
          <div key={typed}>
            <dt>
              <code>{typed}</code>
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
