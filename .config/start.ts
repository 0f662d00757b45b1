import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { buildClientIfNeeded } from './build-client.ts'

const built = await buildClientIfNeeded()
if (!built) process.exit(1)

// The server's sources are compiled at the first start and read from here at the next, which saves a third of a start; where
// the folder can't be written the server starts as well.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
enableCompileCache(process.env['NODE_COMPILE_CACHE'])

// In this same process, so that Ctrl-C reaches the server itself; by address, since the server is another TypeScript project.
await import(new URL('../src/server/main.ts', import.meta.url).href)
