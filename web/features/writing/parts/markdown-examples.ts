/** The Markdown that texts are written in, what each means. */
export const markdownExamples: readonly { readonly typed: string; readonly means: string }[] = [
  { typed: '## Heading', means: 'a heading; ### for a smaller one, #### for the smallest' },
  { typed: '*emphasis*, **strong**, ~~struck out~~', means: 'italic, bold, strikethrough' },
  { typed: '==bright words==', means: 'highlighted' },
  { typed: '[words](https://example.org)', means: 'a link' },
  { typed: '> They said', means: 'a quotation' },
  { typed: '- one, 1. one', means: 'lists; - [ ] for a checklist' },
  { typed: 'A claim.[^1] … [^1]: Its source.', means: 'a footnote' },
  { typed: '$e = mc^2$, or $$ on lines of their own', means: 'maths' },
  { typed: '`code`, or ``` on lines of their own', means: 'code; ```python names its language' },
  { typed: '| a | b |', means: 'a table; below its first line | --- | --- |' },
  { typed: '![What it shows](address "Caption")', means: 'a picture' },
  { typed: 'A video URL alone on a line', means: 'embeds it; readers click to load' },
  { typed: ':::spoiler Title … :::', means: 'hidden until opened; :::details likewise' },
  { typed: ':::machine Model … :::', means: 'AI-generated text, with the model' },
  { typed: ':::poll Question, - option, - option, :::', means: 'a poll, each on a line of its own; in essays only' },
  { typed: ':::prediction Question, - notes, :::', means: 'a question for predictions, each on a line of its own; in essays only' },
]
