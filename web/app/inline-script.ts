/** The constant inline script, at most 2 kB: made short as it is read (vite.config.ts). */
export { default as inlineScript } from './late-start.inline.js?raw'

/** The other one: dates as ages. */
export { default as ageScript } from './ages.inline.js?raw'
