import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { childEnv } from '#tests/support/served/child-env.ts'
import { readyFolder, removeFolders } from '#tests/support/embedded-folder.ts'

vi.setConfig({ testTimeout: 120_000 })
afterAll(removeFolders)

const main = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url))

/** The server as its own process, with no setting but those given. */
function startServer(settings: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: childEnv(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += String(chunk)))
  child.stderr.on('data', (chunk) => (output.err += String(chunk)))
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, ...output }))
  const ready = () =>
    new Promise<void>((resolve, reject) => {
      child.stdout.on('data', () => {
        if (output.out.includes('Ctrl-C stops it.')) resolve()
      })
      void ended.then(({ err }) => reject(new Error(`ended before it was ready: ${err}`)))
    })
  return { child, output, ended, ready }
}

/** The set-up link that was printed, and the token in it. */
const linkIn = (text: string) => /http:\/\/localhost:\d+\/setup#token=([\w-]{43})\n/.exec(text) ?? []

const portOf = (text: string) => Number(/localhost:(\d+)/.exec(text)?.[1])

describe('the server process', () => {
  it('says where it is, answers, and stops cleanly on a signal', async () => {
    const dataDir = readyFolder()
    const first = startServer({ DATA_DIR: dataDir, PORT: '0' })
    await first.ready()
    const port = portOf(first.output.out)
    expect(first.output.out).toContain(`http://alnoor.localhost:${port}\n`)
    expect(first.output.out).toContain(`http://manara.localhost:${port}\n`)
    expect(linkIn(first.output.out)).toHaveLength(2)
    expect(first.output.out).toMatch(/alnoor +\/pos-sign-in +operator +\w+/)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect([ready.status, ready.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ])
    first.child.kill('SIGINT')
    expect((await first.ended).code).toBe(0)

    const second = startServer({ DATA_DIR: dataDir, PORT: '0' })
    await second.ready()
    expect(second.output.out).toContain('http://alnoor.localhost:')
    expect(second.output.out).not.toContain('Demo sign-ins')
    second.child.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
  })

  it('writes nothing but JSON to its log', async () => {
    const server = startServer({ DATA_DIR: readyFolder(), PORT: '0', DEMO_SCHOOLS: 'no' })
    await server.ready()
    expect(server.output.out).toContain('there is no school in its database yet')
    const [, token = ''] = linkIn(server.output.out)
    const port = portOf(server.output.out)
    const body = JSON.stringify({ token })
    const headers = { 'content-type': 'application/json' }
    const check = await fetch(`http://localhost:${port}/api/v1/oa/common/setup_check`, {
      method: 'POST',
      headers,
      body,
    })
    expect(await check.json()).toEqual({ state: 'open', code: null, addresses: `http://*.localhost:${port}` })
    server.child.kill('SIGTERM')
    const { err } = await server.ended
    expect(err).not.toContain(token)
    for (const line of err.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ level: 'info' })
  })

  it('says in one sentence why it can not start', async () => {
    const other = createServer().listen(0)
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const cases: [Record<string, string>, string][] = [
      [{ PORT: 'abc' }, 'The setting PORT must be a whole number from 0 to 65535.'],
      [
        { PORT: port, DATA_DIR: readyFolder(), DEMO_SCHOOLS: 'no' },
        `Port ${port} is taken by another program; stop that one, or set PORT to another number.`,
      ],
      [{ SMTP_URL: 'smtp://mail.example' }, 'With SMTP_URL, PUBLIC_URL must be set too: links in mails begin with it.'],
      [
        { DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/school' },
        "PostgreSQL at 127.0.0.1:1/school can't be used: connect ECONNREFUSED 127.0.0.1:1.",
      ],
    ]
    for (const [settings, sentence] of cases) {
      expect(await startServer(settings).ended).toEqual({ code: 1, out: '', err: `${sentence}\n` })
    }
    other.close()
  })
})
