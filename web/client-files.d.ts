/** Made by vite.config.ts from the manifest of the client build; `null` in development and in tests. */
declare module 'virtual:client-files' {
  export const manifest: Readonly<Record<string, ManifestEntry>> | null

  interface ManifestEntry {
    readonly file: string
    readonly css?: readonly string[]
    readonly imports?: readonly string[]
    readonly dynamicImports?: readonly string[]
  }
}
