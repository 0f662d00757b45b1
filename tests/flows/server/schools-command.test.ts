import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openEmbedded } from '#server/node/open-embedded.ts'
import { childEnv } from '#tests/support/served/child-env.ts'
import { readyFolder, removeFolders } from '#tests/support/embedded-folder.ts'

vi.setConfig({ testTimeout: 120_000 })
afterAll(removeFolders)

const command = fileURLToPath(new URL('../../../src/server/node/commands/schools.ts', import.meta.url))

async function run(dataDir: string, ...args: string[]) {
  const env = childEnv({ DATA_DIR: dataDir })
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (said.out += String(chunk)))
  child.stderr.on('data', (chunk) => (said.err += String(chunk)))
  const [code] = await once(child, 'close')
  return { code: Number(code), ...said }
}

describe('npm run schools', () => {
  const folder = readyFolder()
  const list = join(folder, 'schools.csv')
  writeFileSync(
    list,
    'code,name_en,name_ar,country,admin_email,admin_name_en\npearl,Pearl School,مدرسة اللؤلؤة,KW,noora@pearl.example,Noora\nwww,Bad,سيئ,QA,,\n',
  )

  it('creates schools, names refused rows, and changes nothing the second time', async () => {
    const first = await run(folder, 'create', '--from', list)
    expect(first.out).toMatch(
      /^created\tpearl\thttp:\/\/pearl\.localhost:3000\thttp:\/\/pearl\.localhost:3000\/reset-password#token=[\w-]{43}\n1 created, 0 there already, 1 refused\n$/,
    )
    expect(first).toMatchObject({ code: 1, err: 'line 3 (www): code www is reserved for the server itself\n' })
    expect((await run(folder, 'create', '--from', list)).out).toBe('0 created, 1 there already, 1 refused\n')
  })

  it('prints another link for an administrator, and for nobody else', async () => {
    const again = await run(folder, 'invite', '--school', 'pearl', '--administrator', 'Noora@pearl.example')
    expect(again.out).toMatch(/^http:\/\/pearl\.localhost:3000\/reset-password#token=[\w-]{43}\n$/)
    const other = await run(folder, 'invite', '--school', 'pearl', '--administrator', 'hind@pearl.example')
    expect(other).toEqual({ code: 1, out: '', err: 'hind@pearl.example is no administrator of pearl.\n' })
  })

  it('says what to do when it is asked for nothing, for a missing template, or beside the running server', async () => {
    expect((await run(folder)).err).toMatch(/^Use one of:\n/)
    const template = await run(folder, 'create', '--from', list, '--template', 'coral')
    expect(template.err).toBe('There is no school with the code coral.\n')
    expect((await run(folder, 'remove-demo')).out).toBe('There is no demo school.\n')
    const engine = await openEmbedded(folder, () => {})
    expect((await run(folder, 'create', '--from', list)).err).toContain('stop it first')
    await engine.close()
  })
})
