import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const serverPort = process.env.SERVER_PORT ?? '3001'
const clientPort = process.env.PORT ?? '3000'

/** The browser talks to Vite, which reloads the client and proxies the server's paths. */
const children = [
  start(['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
    PORT: serverPort,
    NODE_ENV: 'development',
    // The addresses printed by the server use Vite's port.
    PUBLIC_URL: `http://localhost:${clientPort}`,
    DEMO_SCHOOLS: 'yes',
  }),
  start(['node_modules/vite/bin/vite.js', '--port', clientPort, '--strictPort', '--clearScreen', 'false'], {}),
]

function start(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
}

function stopAll() {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}

for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0
    stopAll()
  })
}
// The terminal has sent Ctrl-C to the children as well; wait for them to end.
process.on('SIGINT', () => {})
process.on('SIGTERM', stopAll)
