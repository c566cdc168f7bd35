import { defineServerDomain } from '../define-server-domain.ts'
import { goOnImporting } from './import-job.ts'

export const importExportOnServer = defineServerDomain({
  jobs: [{ name: 'archives that members import', everyMs: 3_000, run: goOnImporting }],
})
