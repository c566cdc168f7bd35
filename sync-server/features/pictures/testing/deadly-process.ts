/** Stands in for a decoder with a fault: `deadly` in a file's path kills it, `endless` hangs it. */
process.on('message', ({ path }: { readonly path: string }) => {
  if (path.includes('deadly')) process.kill(process.pid, 'SIGSEGV')
  else if (!path.includes('endless')) process.send?.({ fault: 'kind' })
})
