/**
 * `pg` warns once a process of a client that is asked while it is busy; its next version refuses.
 * Here that fails the run already: a setup file of the projects whose tests use PostgreSQL.
 */
function refuseBusyClient(warning: Error): void {
  if (warning.message.startsWith('Calling client.query() when the client is already executing a query')) throw warning
}

// Files share a process.
if (!process.listeners('warning').some(({ name }) => name === refuseBusyClient.name)) process.on('warning', refuseBusyClient)
