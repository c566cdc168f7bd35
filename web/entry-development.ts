// Vite's parts that are inline scripts elsewhere: the policy of our pages allows no inline script
// but one.
const client = '/@vite/client'
const refresh = '/@react-refresh'
await import(/* @vite-ignore */ client)
const runtime: { default: { injectIntoGlobalHook(target: Window): void } } = await import(/* @vite-ignore */ refresh)
runtime.default.injectIntoGlobalHook(window)
Object.assign(window, {
  $RefreshReg$: () => {},
  $RefreshSig$: () => (type: unknown) => type,
  __vite_plugin_react_preamble_installed__: true,
})
await import('./entry-client.tsx')
export {}
