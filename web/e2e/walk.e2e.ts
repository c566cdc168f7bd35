/**
 * What a stranger does in the first quarter of an hour, on a phone, and on a desktop without
 * scripting.
 */
import { desktop, phone } from './support/browser.ts'
import { firstQuarterOfAnHour } from './support/newcomer.ts'
import { test } from './support/test-page.ts'

for (const [name, options] of [
  ['on a phone', { viewport: phone }],
  ['on a desktop without scripting', { viewport: desktop, javaScriptEnabled: false }],
] as const)
  test(`a stranger reads, signs up, publishes and is answered, ${name}`, ({ site }) => firstQuarterOfAnHour(site, options))
