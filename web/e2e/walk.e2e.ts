/** What a stranger does in the first quarter of an hour, on a phone, and at a desk without scripting. */
import { desk, phone } from './support/browser.ts'
import { firstQuarterOfAnHour } from './support/newcomer.ts'
import { test } from './support/test-page.ts'

for (const [name, options] of [
  ['on a phone', { viewport: phone }],
  ['at a desk without scripting', { viewport: desk, javaScriptEnabled: false }],
] as const)
  test(`a stranger reads, signs up, publishes and is answered, ${name}`, ({ site }) => firstQuarterOfAnHour(site, options))
