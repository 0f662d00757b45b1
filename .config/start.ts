import process from 'node:process'
import { buildClientIfNeeded } from './build-client.ts'

const built = await buildClientIfNeeded()
if (!built) process.exit(1)

// In this same process, so that Ctrl-C reaches the server itself; by address, since the server is another TypeScript project.
await import(new URL('../src/server/main.ts', import.meta.url).href)
