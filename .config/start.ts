import { argon2 } from 'node:crypto'
import process from 'node:process'

// node:crypto's argon2 came with Node 24.7; npm puts the project's own Node first on the path.
if (typeof argon2 !== 'function') {
  process.stderr.write(`Bawaba needs Node 24.7 or newer and this is ${process.version}; start it with npm start.\n`)
  process.exit(1)
}

const { buildClientIfNeeded } = await import('./build-client.ts')
const built = await buildClientIfNeeded()
if (!built) process.exit(1)

// In this same process, so that Ctrl-C reaches the server itself; by address, since the server is another TypeScript project.
await import(new URL('../src/server/main.ts', import.meta.url).href)
