/**
 * Uploaded pictures on the server: what is sent is looked at, made anew in a process apart, put
 * into the file storage, and only then gets its row: a row without its files does not exist, and
 * half a picture is never seen. The same picture under the same id again changes nothing.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import type { FileStorage, StoredFile } from '#server/files/storage.ts'
import type { LeaderElection } from '#server/nodes/leader-election.ts'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import type { Picture } from '#shared/pictures/schema.ts'
import type { PictureFault } from '#shared/pictures/words.ts'
import type { PictureWorkers } from './picture-workers.ts'
import type { Made } from './remake.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { kindOf, pictureHead } from '#shared/pictures/head.ts'
import { storedWidths, pictureLimits } from '#shared/pictures/limits.ts'
import { picturesOfOwnerSince, removedSince } from '#shared/pictures/queries.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { faultField } from '#shared/pictures/words.ts'
import { openStorage } from '#server/files/open-storage.ts'
import { runOperation } from '#server/sync/operations.ts'
import { pictureWorkers } from './picture-workers.ts'
import { forgetHalf, headOf, receive } from './receive.ts'
import { unusedPictures } from './unused.ts'
import { keepPicture } from './operations.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

export interface PicturesOptions {
  readonly config: Pick<Config, 'bucket' | 'dataDir'>
  readonly store: Pick<Store, 'read'>
  readonly writer: Pick<Writer, 'work'>
  readonly now: () => number
  readonly onError: (error: unknown) => void
  readonly log?: (about: object, message: string) => void
  /** Which node looks after what lies there. Absent: this one. */
  readonly lead?: Pick<LeaderElection, 'onLeader'>
  readonly workers?: PictureWorkers
  readonly storage?: FileStorage
}

export type Size = Pick<Picture, 'width' | 'height'>

export interface UploadTarget {
  readonly id: string
  readonly ownerId: string
  /** For a message: see the schema. It stays what it was when its id came first. */
  readonly isPrivate: boolean
}

type OpenPicture = StoredFile & { readonly tag: string; readonly isPrivate: boolean }

export interface Pictures {
  /**
   * Takes what is sent. @throws AppError why not; `rate-limited` when the same may be sent again
   * later.
   */
  take(to: UploadTarget, body: Readable): Promise<Size & { readonly isNew: boolean }>
  /** @throws AppError before a body is read, where there is no room for it today. */
  requireRoom(ownerId: string): Promise<void>
  /**
   * `gone`: it was here, and staff took it down. `null`: never heard of. @param width one of its
   * narrower forms
   * @param maySee asked of a private one; absent: nobody may
   */
  open(id: string, width: number | null, maySee?: (picture: Picture) => Promise<boolean>): Promise<OpenPicture | 'gone' | null>
  close(): Promise<void>
}

const tidyEveryMs = hourMs
/** Bodies on their way, of one account and of all. */
const maxComing = { each: 4, all: 32 }
const busyMs = 4_000

export function createPictures(options: PicturesOptions): Pictures {
  const { config, store, writer, now, onError, workers = pictureWorkers() } = options
  const incoming = join(config.dataDir, 'incoming-pictures')
  const opening = options.storage === undefined ? openStorage(config) : Promise.resolve(options.storage)
  // Told when it is used.
  opening.catch(() => undefined)
  const coming = new Map<string, number>()
  forgetHalf(incoming, Date.now()).catch(onError)
  const tidy = (by: Pick<Writer, 'work'>): (() => Promise<void>) => {
    const unused = unusedPictures({ store, writer: by, now, erase, log: options.log ?? (() => undefined) })
    const tidying = setInterval(() => {
      eraseRemoved().catch(onError)
      unused.look().catch(onError)
    }, tidyEveryMs).unref()
    return async () => {
      clearInterval(tidying)
      await unused.stop()
    }
  }
  const stopTidying = options.lead === undefined ? tidy(writer) : options.lead.onLeader(tidy)

  async function erase(row: Pick<Picture, 'id' | 'sha256' | 'width'>): Promise<void> {
    for (const width of [row.width, ...storedWidths(row.width)]) await (await opening).remove(keyOf(row, width))
  }

  /**
   * Again and again for a while: a removal is a mutation like any other, and a crash between it and
   * this must not keep the files.
   */
  async function eraseRemoved(): Promise<void> {
    for (const row of await store.read((read) => read.list(removedSince(now() - 7 * dayMs)))) await erase(row)
  }

  async function make(path: string, folder: string): Promise<Made & Pick<Picture, 'kind'>> {
    const bytes = await headOf(path)
    const head = pictureHead(bytes)
    if (head === null) throw refused(faultOf(kindOf(bytes)))
    if (head.width * head.height > pictureLimits.pixels) throw refused('pixels')
    // The process that decodes it must stay small (256 MiB): these cannot be made smaller while
    // they are read.
    const most = head.kind === 'avif' ? pictureLimits.avifPixels : pictureLimits.wholePixels
    if (head.isWhole && head.width * head.height > most) throw refused('wholePixels')
    const answer = await workers.make({ path, kind: head.kind, folder })
    if (answer === 'busy') throw new AppError('rate-limited', { retryAfterMs: busyMs, message: 'too many pictures at once' })
    if ('fault' in answer) throw refused(answer.fault)
    return { ...answer.made, kind: head.kind }
  }

  async function takeOne({ id, ownerId, isPrivate }: UploadTarget, body: Readable): Promise<Size & { readonly isNew: boolean }> {
    const sent = await receive(body, incoming)
    try {
      const before = await store.read((read) => read.get(pictures, id))
      if (before !== undefined && before.state !== 'refused' && (before.isPrivate ?? false) !== isPrivate) throw taken()
      const isAgain = before?.state === 'kept' && before.ownerId === ownerId && before.sha256 === sent.sha256
      if (isAgain && before.unusedSince === undefined) return { width: before.width, height: before.height, isNew: false }
      if (isAgain && (await runOperation(writer, keepPicture, before)) === 'known')
        return { width: before.width, height: before.height, isNew: false }
      if (isAgain || before?.state === 'going') throw leaving()
      if (before !== undefined && ((before.state !== 'refused' && before.state !== 'gone') || before.ownerId !== ownerId)) throw taken()
      const row: Omit<Picture, 'state' | 'kind' | 'width' | 'height' | 'shownSha256'> = {
        ...{ id, ownerId, bytes: sent.bytes, sha256: sent.sha256, at: now(), removedAt: null, removedById: null },
        ...(isPrivate && { isPrivate }),
      }
      const made = await make(sent.path, sent.folder).catch(async (error: unknown) => {
        // Said for good: a text that shows it is not published. Whoever asks again later hears the
        // same.
        const isForGood = error instanceof AppError && error.code === 'invalid'
        const none = { state: 'refused', kind: null, width: 0, height: 0, shownSha256: '' } as const
        if (isForGood) await runOperation(writer, keepPicture, { ...row, ...none })
        throw error
      })
      const { width, height, kind } = made
      const storage = await opening
      for (const file of made.files) await storage.keep(keyOf({ id, sha256: sent.sha256 }, file.width), file.path)
      const kept = await runOperation(writer, keepPicture, { ...row, state: 'kept', kind, width, height, shownSha256: made.sha256 })
      if (kept === 'kept' || kept === 'known') return { width, height, isNew: kept === 'kept' }
      for (const file of made.files) await storage.remove(keyOf({ id, sha256: sent.sha256 }, file.width))
      if (kept === 'going') throw leaving()
      throw kept === 'taken' ? taken() : refused('removed')
    } finally {
      await rm(sent.folder, { recursive: true, force: true })
    }
  }

  return {
    async take(to, body) {
      const { ownerId } = to
      const mine = coming.get(ownerId) ?? 0
      const all = [...coming.values()].reduce((sum, each) => sum + each, 0)
      if (mine >= maxComing.each || all >= maxComing.all) throw new AppError('rate-limited', { retryAfterMs: busyMs })
      coming.set(ownerId, mine + 1)
      try {
        return await takeOne(to, body)
      } finally {
        const left = (coming.get(ownerId) ?? 1) - 1
        if (left > 0) coming.set(ownerId, left)
        else coming.delete(ownerId)
      }
    },
    async requireRoom(ownerId) {
      const { countPerDay, bytesPerDay } = pictureLimits
      const recent = await store.read((read) => read.list(picturesOfOwnerSince(ownerId, now() - dayMs, countPerDay)))
      const [oldest] = recent
      const bytes = recent.reduce((sum, picture) => sum + picture.bytes, 0)
      if (oldest === undefined || (recent.length < countPerDay && bytes < bytesPerDay)) return
      throw new AppError('rate-limited', { field: faultField('quota'), retryAfterMs: Math.max(1_000, oldest.at + dayMs - now()) })
    },
    async open(id, width, maySee) {
      const row = await store.read((read) => read.get(pictures, id))
      const isPrivate = row?.isPrivate ?? false
      // Answered as what was never here, also once it was taken down.
      if (row !== undefined && isPrivate && (maySee === undefined || !(await maySee(row)))) return null
      if (row?.state === 'removed') {
        erase(row).catch(onError)
        return 'gone'
      }
      if (row?.state !== 'kept') return null
      const narrower = width !== null && storedWidths(row.width).includes(width) ? width : row.width
      const file = await (await opening).open(keyOf(row, narrower))
      return file === null ? null : { ...file, isPrivate, tag: `${row.sha256.slice(0, 24)}-${narrower}` }
    },
    async close() {
      await stopTidying()
      await workers.close()
    },
  }
}

/** With a part of the hash: two that are sent under one id never stand in each other's way. */
function keyOf({ id, sha256 }: Pick<Picture, 'id' | 'sha256'>, width: number): string {
  return `pictures/${id.slice(-2)}/${id}-${sha256.slice(0, 16)}-${width}.webp`
}

function faultOf(kind: ReturnType<typeof kindOf>): PictureFault {
  if (kind === 'svg' || kind === 'heic') return kind
  return kind === null ? 'kind' : 'broken'
}

const refused = (fault: PictureFault): AppError => new AppError('invalid', { field: faultField(fault) })
const leaving = (): AppError => new AppError('rate-limited', { retryAfterMs: busyMs, message: 'its files are being erased' })
const taken = (): AppError => new AppError('conflict', { field: faultField('taken') })
