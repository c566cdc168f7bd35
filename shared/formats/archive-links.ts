/** Addresses of the import alone (`links.ts` is what every reader has). */
export const importLinks = {
  /** `POST`: a part of an archive; `GET`: how far it is. */
  archive: () => '/api/import/archive',
} as const
