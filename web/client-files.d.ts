/** Made by vite.config.ts from the client build; `null` in development and in tests. */
declare module 'virtual:client-files' {
  /** By source module: the entry and each page. */
  export const clientFiles: Readonly<Record<string, FilesOfModule>> | null

  interface FilesOfModule {
    /** Itself first, then what it imports. */
    readonly modules: readonly string[]
    readonly styles: readonly string[]
  }
}
