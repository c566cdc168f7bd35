/**
 * Two rules that matter: html2canvas throws on colours newer than hex, rgb() and hsl(), and a
 * screenshot is part of every report. And what has the browser look through the styles of a whole
 * page again whenever something in it changes: 0.6 s for a long thread on a slow phone
 * (docs/bench.md).
 */
export default {
  plugins: ['./scripts/stylelint-nesting.mjs'],
  rules: {
    'lyceum/nesting-is-indented': true,
    'function-disallowed-list': [['oklch', 'oklab', 'lab', 'lch', 'color', 'color-mix'], { severity: 'error' }],
    'selector-disallowed-list': [
      // Everything below whatever may have something in it; a highlight that any element may bear.
      [/:has\(.*\)[^,]*[\s>+~]\*/, /(^|,)\s*::highlight/],
      { severity: 'error' },
    ],
    'color-named': 'never',
    'color-no-invalid-hex': true,
    'block-no-empty': true,
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates'] }],
    'property-no-unknown': true,
    'unit-no-unknown': true,
  },
}
