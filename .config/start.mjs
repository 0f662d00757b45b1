// Plain JavaScript, because an old Node could not even read the TypeScript that would tell it so.
import process from 'node:process'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(`Bawaba needs Node 24.7 or newer and this is ${process.version}; run npm ci, then npm start.\n`)
  process.exit(1)
}
await import('./start.ts')
