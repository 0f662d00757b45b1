import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { staticFiles } from '#server/node/static-files.ts'
import { keepPreviousAssets } from './previous-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'bawaba-releases-'))
afterAll(() => rmSync(folder, { recursive: true }))

const dayMs = 24 * 3_600_000
const first = Date.parse('2030-01-01T00:00:00.000Z')

/** A release of so many days after the first, with these assets of its own, made from the one before it. */
async function release(name: string, day: number, assets: string[], previous: string[]): Promise<string> {
  const to = join(folder, name)
  mkdirSync(join(to, 'dist/assets/first'), { recursive: true })
  writeFileSync(join(to, 'dist/index.html'), name)
  for (const asset of assets) writeFileSync(join(to, 'dist/assets', asset), asset)
  const previousAssets = await keepPreviousAssets(previous, to, first + day * dayMs)
  writeFileSync(join(to, 'manifest.json'), JSON.stringify({ previousAssets }))
  return to
}

async function ask(at: string, path: string): Promise<string | number> {
  const app = new Hono().use(staticFiles({ current: join(at, 'dist'), previous: join(at, 'dist-previous') }))
  const reply = await app.request(path)
  return reply.ok ? await reply.text() : reply.status
}

describe('assets of earlier releases', () => {
  it('OPS-09 an old tab gets its old chunk from a new container for 60 days after it was replaced', async () => {
    const one = await release('one', 0, ['till-aaa.js', 'same-bbb.js', 'first/page-ccc.js'], [])
    const two = await release('two', 30, ['till-ddd.js', 'same-bbb.js'], [one])
    expect(await ask(two, '/assets/till-aaa.js')).toBe('till-aaa.js')
    expect(await ask(two, '/assets/first/page-ccc.js')).toBe('first/page-ccc.js')
    expect(await ask(two, '/assets/till-ddd.js')).toBe('till-ddd.js')
    expect(existsSync(join(two, 'dist-previous/assets/same-bbb.js'))).toBe(false)

    // Replaced on day 30: there on day 90, gone the day after; the chunk of the second release has its own 60 days.
    const three = await release('three', 90, ['till-eee.js'], [two])
    expect(await ask(three, '/assets/till-aaa.js')).toBe('till-aaa.js')
    const four = await release('four', 91, ['till-eee.js'], [two])
    expect(await ask(four, '/assets/till-aaa.js')).toBe(404)
    expect(await ask(four, '/assets/till-ddd.js')).toBe('till-ddd.js')
  })

  it('of two releases that are given the later one counts, and a chunk that came back is not old', async () => {
    const old = await release('old', 0, ['x-aaa.js', 'y-bbb.js'], [])
    const next = await release('next', 10, ['y-bbb.js'], [old])
    const back = await release('back', 20, ['x-aaa.js'], [next, old])
    expect(existsSync(join(back, 'dist-previous/assets/x-aaa.js'))).toBe(false)
    const last = await release('last', 75, ['z-ccc.js'], [next, back])
    expect(await ask(last, '/assets/x-aaa.js')).toBe('x-aaa.js')
    expect(await ask(last, '/assets/y-bbb.js')).toBe('y-bbb.js')
  })
})
