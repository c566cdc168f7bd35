/** Each thing that a browser may lack, refuse or never answer, one by one. */
import { extras, hows, readsWithout } from './support/extras.ts'
import { test } from './support/test-page.ts'

for (const how of hows) test.for(extras)(`the page is read with %s ${how}`, async (name, { site }) => readsWithout(site, [name], how))
