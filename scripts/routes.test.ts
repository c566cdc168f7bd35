import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageRoutes } from '../web/app/routes.ts'
import { pageRows } from './routes.ts'
import { projectDir } from './steps.ts'

test('`npm run routes` has each page of web/ once, for whom it is, what it does offline, and its file', async () => {
  const rows = await pageRows()
  const paths = (of: readonly { readonly path: string }[]) => of.map(({ path }) => path).toSorted()
  expect(paths(rows)).toEqual(paths(pageRoutes))
  expect(pageRoutes.filter(({ path, audience }) => rows.find((row) => row.path === path)?.audience !== audience)).toEqual([])
  expect(rows.filter(({ file }) => !file.endsWith('.tsx') || !existsSync(join(projectDir, file)))).toEqual([])
  expect(rows.filter(({ offline }) => !['full', 'as saved', 'needs the server'].includes(offline))).toEqual([])
})
