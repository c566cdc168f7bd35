/** `38 MB`, `412 kB`: whole above ten, one decimal below, never "0" of something that is there. */
export function byteWords(bytes: number): string {
  if (bytes <= 0) return '0 kB'
  const [unit, size] = bytes >= 999.5e6 ? ['GB', 1e9] : bytes >= 999.5e3 ? ['MB', 1e6] : ['kB', 1e3]
  const count = bytes / Number(size)
  return `${count >= 10 ? Math.round(count) : Math.max(0.1, Math.round(count * 10) / 10)} ${unit}`
}
