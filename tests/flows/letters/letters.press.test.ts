import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { hashOf, keptLog, sampleLetter, templateFile } from '#tests/support/letters/letter-press.ts'

const log = keptLog()
const open = new Set<ForkedTypesetter>()
const press = (settings: ConstructorParameters<typeof ForkedTypesetter>[1] = {}) => {
  const made = new ForkedTypesetter(log, settings)
  open.add(made)
  return made
}
afterEach(async () => {
  await Promise.all([...open].map((each) => each.close()))
  open.clear()
  log.told.length = 0
})

const letter = sampleLetter('waiting-list', 'en')
const entitled = (title: string) => ({ ...letter, title })
/** Turns for ever when it is told to, for a while when it is told to, and makes one page otherwise. */
const turning = () =>
  templateFile(
    `#let d = json(bytes(sys.inputs.data))
#set document(title: d.title)
#let turns = if d.title == "hang" { 2000000000 } else if d.title == "slow" { 3000000 } else { 0 }
#{ let n = 0; for i in range(turns) { n += 1 } }
= #text(d.title)`,
  )

/** The processes that this one has started for letters. */
const children = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return (
          parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('typesetter-worker')
        )
      } catch {
        return false
      }
    })
    .map(Number)

describe('a letter that never ends', () => {
  it('is killed at its timer, twice, and named; the next one is made', async () => {
    const typesetter = press({ template: turning(), killMs: 1500, size: 1 })
    const hung = typesetter.typeset(entitled('hang'), 'my-template')
    const next = typesetter.typeset(entitled('fine'), 'another')
    await expect(hung).rejects.toMatchObject({ name: 'TypesettingFailed', reason: 'hung' })
    expect((await next).pdf.length).toBeGreaterThan(1000)
    expect(log.told).toEqual([
      'a letter that did not end was killed {"letter":"my-template","afterMs":1500}',
      'a letter that did not end was killed {"letter":"my-template","afterMs":1500}',
    ])
  })

  it('does not stop another that comes meanwhile', async () => {
    const typesetter = press({ template: turning(), killMs: 8000, size: 2 })
    const hung = typesetter.typeset(entitled('hang'), 'my-template').catch((error: unknown) => error)
    await typesetter.typeset(entitled('fine'), 'another')
    expect(log.told).toEqual([])
    await typesetter.close()
    expect(await hung).toMatchObject({ reason: 'closed' })
  })
})

it('makes a letter again whose process was killed under it, and gives up after the second time', async () => {
  const typesetter = press({ template: turning(), killMs: 30_000, size: 1 })
  await typesetter.typeset(entitled('fine'), 'first')
  // The next one may stand there before anybody has seen the place empty.
  const kill = async () => {
    await expect.poll(children).toHaveLength(1)
    const [pid] = children() as [number]
    process.kill(pid, 'SIGTERM')
    await expect.poll(children).not.toContain(pid)
  }
  const slow = typesetter.typeset(entitled('slow'), 'slow')
  for (const pid of children()) process.kill(pid, 'SIGTERM')
  expect((await slow).pdf.length).toBeGreaterThan(1000)
  const lost = typesetter.typeset(entitled('hang'), 'lost').catch((error: unknown) => error)
  await kill()
  await kill()
  expect(await lost).toMatchObject({ reason: 'crashed' })
  expect((await typesetter.typeset(entitled('fine'), 'last')).pdf.length).toBeGreaterThan(1000)
})

it.each([
  ['a package of somebody else’s', '#import "@preview/cetz:0.3.0"'],
  ['a file of the machine', '#read("/etc/passwd")'],
  ['a file above its folder', '#read("../../../../../../etc/passwd")'],
])('refuses %s, even if our own template asked for it', async (_what, source) => {
  const typesetter = press({ template: templateFile(source), size: 1 })
  await expect(typesetter.typeset(letter, 'curious')).rejects.toMatchObject({ reason: 'refused' })
})

describe('a letter with something that can not be drawn', () => {
  it.each(['native', 'wasm'] as const)(
    'says which characters have no glyph, and makes no claim (%s)',
    async (engine) => {
      const typesetter = press({ engine, size: 1 })
      const rare = sampleLetter('waiting-list', 'both', { 'student.name': { latin: 'Lê Thị Ngọc 汉', arabic: 'لي' } })
      const made = await typesetter.typeset(rare, 'waiting-list')
      expect(made.missingGlyphs).toEqual(['汉'])
      expect(Buffer.from(made.pdf).includes('pdfuaid:part')).toBe(false)
      const common = await typesetter.typeset(letter, 'waiting-list')
      expect(Buffer.from(common.pdf).includes('<pdfuaid:part>1</pdfuaid:part>')).toBe(true)
    },
  )

  it.each([
    '<svg',
    'not a picture',
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:9/x.png"/></svg',
  ])('leaves out a logo that is broken, and says so: %s', async (data) => {
    const { letterhead } = letter
    if (!letterhead) throw new Error('a letter without a head')
    const typesetter = press({ size: 1 })
    const broken = { ...letter, letterhead: { ...letterhead, logo: { format: 'svg' as const, data } } }
    const without = { ...letter, letterhead: { ...letterhead, logo: null } }
    const made = await typesetter.typeset(broken, 'waiting-list')
    expect(made.withoutLogo).toBe(true)
    expect(hashOf(made.pdf)).toBe(hashOf((await typesetter.typeset(without, 'waiting-list')).pdf))
  })
})

it('makes many at once, each its own', async () => {
  const typesetter = press({ size: 2 })
  const titles = Array.from({ length: 20 }, (_, no) => `letter ${no}`)
  const made = await Promise.all(titles.map((title) => typesetter.typeset(entitled(title), 'many')))
  made.forEach(({ pdf }, no) => expect(Buffer.from(pdf).includes(`>letter ${no}<`)).toBe(true))
  expect(children().length).toBeLessThanOrEqual(2)
})
