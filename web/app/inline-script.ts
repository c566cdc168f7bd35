/** The constant inline script, at most 2 kB: made short as it is read (vite.config.ts). */
export { default as inlineScript } from './late-start.inline.js?raw'
