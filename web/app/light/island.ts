/**
 * What the light script loads where a page has a use for it: a text, a discussion, what was read
 * here, no network. In one file, kept on every device.
 */
export { keepFold, showVisitorMarks } from './list-marks.ts'
export { enlivenReading } from './reading.ts'
export { sayMissed, sayOffline } from './say-offline.ts'
