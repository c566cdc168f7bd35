import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { FileStorage } from './storage.ts'
import { folderStorage } from './folder-storage.ts'

/** As the settings say. What signs requests to a bucket is loaded where there is one. */
export async function openStorage(config: Pick<Config, 'bucket' | 'dataDir'>): Promise<FileStorage> {
  if (config.bucket === null) return folderStorage(join(config.dataDir, 'files'))
  const { bucketStorage } = await import('./bucket-storage.ts')
  return bucketStorage(config.bucket)
}
