import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { FileStorage } from './storage.ts'
import { requireStorageKey } from './storage.ts'

/**
 * Files below one folder. Each is on disk under another name, and synced, before it gets its own;
 * after a power cut it is whole or not there.
 */
export function folderStorage(folder: string): FileStorage {
  const pathOf = (key: string): string => {
    requireStorageKey(key)
    return join(folder, key)
  }
  return {
    async keep(key, path) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true })
      const coming = `${target}.${randomBytes(6).toString('hex')}.coming`
      try {
        await moved(path, coming)
        await synced(coming)
        await rename(coming, target)
      } catch (error) {
        await rm(coming, { force: true })
        throw error
      }
      // The name itself. Windows opens no folders; NTFS keeps its own log of names.
      if (process.platform !== 'win32') await synced(dirname(target))
    },
    async open(key) {
      try {
        const file = await open(pathOf(key), 'r')
        const { size } = await file.stat()
        return { bytes: size, stream: createReadStream('', { fd: file }) }
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

async function moved(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await copyFile(from, to)
  }
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const codeOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined)
