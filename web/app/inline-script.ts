import source from './late-start.inline.js?raw'

/** The constant inline script without its comments and indents, at most 2 kB. */
export const inlineScript = source
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')
