/**
 * Rows as comma-separated values (RFC 4180). A value that a spreadsheet would take for a formula
 * is made plain text by an apostrophe: what is exported was typed by anybody.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  const plain = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
