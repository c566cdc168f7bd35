import { pictureType, type PictureBytes } from './picture-collector.ts'
import type { ZipEntry } from './unzip.ts'

/**
 * Finds what a text in an archive points at: from its own folder, from the archive's root, or by
 * the end of an address (exports keep the addresses that the pictures had on the web). Only among
 * the entries there are.
 */
export function filesOf(entries: readonly ZipEntry[], textName: string): (src: string) => PictureBytes | null {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const folder = textName.slice(0, textName.lastIndexOf('/') + 1)
  return (src) => {
    if (src.length > 2000 || /^(?:data|blob|javascript):/iu.test(src)) return null
    const path = decoded(src.replace(/[?#].*$/su, ''))
    const inner = path.replace(/^(?:https?:)?\/\/[^/]*/iu, '').replace(/^\/+/u, '')
    const isOnWeb = /^(?:https?:)?\/\//iu.test(path)
    const found = isOnWeb
      ? byEnd(byName, inner)
      : (byName.get(joined(folder, path)) ?? byName.get(joined('', inner)) ?? byEnd(byName, inner))
    const type = found === undefined ? null : pictureType(found.name)
    return found === undefined || type === null ? null : { bytes: found.read(), type }
  }
}

/**
 * `content/images/2024/05/cat.png` for `https://site/content/images/2024/05/cat.png`: at least two
 * folders must agree.
 */
function byEnd(byName: ReadonlyMap<string, ZipEntry>, path: string): ZipEntry | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  for (let from = 0; parts.length - from >= 3; from++) {
    const end = parts.slice(from).join('/')
    for (const [name, entry] of byName) if (name === end || name.endsWith(`/${end}`)) return entry
  }
  return undefined
}

/** A name from a folder on; `..` goes up, and never above the archive. */
function joined(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of `${path.startsWith('/') ? '' : folder}${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
