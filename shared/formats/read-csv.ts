/** Rows of a CSV file (RFC 4180) by the names of its first line; a row beyond the limit ends it. */
export function readCsv(text: string, maxRows = 5000): readonly Readonly<Record<string, string>>[] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    row.push(cell)
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  const source = text.replace(/^\uFEFF/u, '')
  for (let at = 0; at < source.length && rows.length <= maxRows; at++) {
    const sign = source[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === ',') endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  const [names = [], ...rest] = rows
  return rest.map((cells) => Object.fromEntries(names.map((name, index) => [`${name}`, cells[index] ?? ''])))
}
